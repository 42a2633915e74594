import { Broken, NotTried, type Bench, type Check, type Suite } from './check.ts'

export type Finding = {
  readonly id: string
  readonly result: 'holds' | 'broken' | 'not tried'
  /** What came instead, or why it was not tried. */
  readonly detail?: string
  readonly seconds: number
}

export type RunOptions = {
  /** Checks that leave something behind are not tried. */
  readonly isReadOnly?: boolean
  /** Only these sentences. */
  readonly only?: readonly string[]
}

/** Tries one sentence after the other; a fault of one does not keep the others from being tried. */
export async function runSuite(
  { checks }: Suite,
  bench: Bench,
  { isReadOnly = false, only = [] }: RunOptions = {},
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const check of checks) {
    if (only.length > 0 && !only.includes(check.id)) continue
    findings.push(await tryOne(check, bench, isReadOnly))
  }
  return findings
}

async function tryOne(check: Check, bench: Bench, isReadOnly: boolean): Promise<Finding> {
  const { id } = check
  if (isReadOnly && check.isChange)
    return { id, result: 'not tried', detail: 'changes something (--read-only)', seconds: 0 }
  const begun = performance.now()
  const secondsSince = () => Math.round(performance.now() - begun) / 1000
  try {
    await check.run(bench)
    return { id, result: 'holds', seconds: secondsSince() }
  } catch (error) {
    const seconds = secondsSince()
    if (error instanceof NotTried)
      return { id, result: 'not tried', detail: error.message, seconds }
    if (error instanceof Broken) return { id, result: 'broken', detail: error.message, seconds }
    if (isNoAnswer(error))
      return { id, result: 'broken', detail: `no answer: ${error.message}`, seconds }
    throw error
  }
}

/** Of a page that was opened without the bench: unreachable, or silent. */
const isNoAnswer = (error: unknown): error is Error =>
  error instanceof DOMException || (error instanceof TypeError && error.cause !== undefined)
