import type { z } from 'zod'
import {
  changes,
  hold,
  NotTried,
  pass,
  same,
  short,
  until,
  type Bench,
  type Check,
} from './check.ts'
import { fieldOf } from './json.ts'
import type { Arrived, Inbox } from './inbox.ts'
import { CLOCK_SECONDS, instantOf } from './wire-checks.ts'

/** How the conventions of reports are tried on one system. */
export type ReportProbe = {
  readonly schema: z.ZodType
  /** Makes something that is reported within so many seconds; gives fields by which the report is known. */
  readonly cause: (bench: Bench) => Promise<Readonly<Record<string, unknown>>>
  readonly withinSeconds: number
  /** What the system answers when it is asked about what it has reported, in the report's own fields. */
  readonly find: (bench: Bench, report: unknown) => Promise<Readonly<Record<string, unknown>>>
}

/** A report that was not taken comes again after ten seconds. */
const AGAIN_SECONDS = 10

/** The conventions of reports: REPORT-1 to REPORT-7. */
export function reportChecks(probe: ReportProbe): Check[] {
  return [
    changes('REPORT-1', async (bench) => {
      const { json } = await firstOf(bench, probe)
      const read = probe.schema.safeParse(json)
      hold(read.success, `not as declared: ${read.error?.issues[0]?.path.join('.') ?? ''}`)
    }),
    changes('REPORT-2', async (bench) => {
      const { isSigned, signature } = await firstOf(bench, probe)
      hold(isSigned, `X-Signature ${signature ?? '(none)'} is not of these bytes`)
    }),
    changes('REPORT-3', (bench) => checkRetry(bench, probe)),
    changes('REPORT-4', (bench) => checkTaken(bench, probe)),
    changes('REPORT-5', async (bench) => {
      const { json } = await firstOf(bench, probe)
      const found = await probe.find(bench, json)
      for (const [name, value] of Object.entries(found))
        same(`reported ${name}, and asked for`, fieldOf(json, name), value)
    }),
    changes('REPORT-6', async (bench) => checkTimes(await firstOf(bench, probe))),
    changes('REPORT-7', async (bench) => {
      const one = eventOf(await firstOf(bench, probe))
      const two = eventOf(await firstOf(bench, probe))
      hold(one !== two, `two events are both called ${String(one)}`)
    }),
  ]
}

/** The inbox of this run. @throws NotTried when nobody listens. */
export function inboxOf({ inbox }: Bench): Inbox {
  if (!inbox) throw new NotTried('needs --reports and --report-secret-file')
  return inbox
}

/** Waits for the first report with these fields. */
export function reportOf(
  bench: Bench,
  fields: Readonly<Record<string, unknown>>,
  withinSeconds: number,
): Promise<Arrived> {
  const inbox = inboxOf(bench)
  return until(bench, `the report of ${JSON.stringify(fields)}`, withinSeconds, () =>
    inbox.reportsOf(fields).at(0),
  )
}

/** Makes something, and waits for its first report. */
async function firstOf(bench: Bench, probe: ReportProbe): Promise<Arrived> {
  inboxOf(bench)
  return reportOf(bench, await probe.cause(bench), probe.withinSeconds)
}

const eventOf = ({ json }: Arrived) => fieldOf(json, 'eventId')

async function checkRetry(bench: Bench, probe: ReportProbe) {
  const inbox = inboxOf(bench)
  inbox.answerWith(500)
  try {
    const first = await firstOf(bench, probe)
    const fields = { eventId: eventOf(first) }
    const before = inbox.reportsOf(fields).length
    inbox.answerWith(204)
    const again = await until(bench, 'the same report again', 3 * AGAIN_SECONDS, () =>
      inbox.reportsOf(fields).at(before),
    )
    same('sent again, apart from sentAt', withoutSentAt(again), withoutSentAt(first))
  } finally {
    inbox.answerWith(204)
  }
}

const withoutSentAt = ({ json }: Arrived) =>
  typeof json === 'object' && json !== null ? { ...json, sentAt: undefined } : json

async function checkTaken(bench: Bench, probe: ReportProbe) {
  const first = await firstOf(bench, probe)
  const fields = { eventId: eventOf(first) }
  await pass(bench, 2 * AGAIN_SECONDS)
  const since = inboxOf(bench).reportsOf(fields).length
  await pass(bench, 2 * AGAIN_SECONDS)
  const count = inboxOf(bench).reportsOf(fields).length
  hold(count === since && count <= 2, `taken, and sent ${count} times`)
}

function checkTimes({ json, at: arrivedAt, bytes }: Arrived) {
  const [at, sentAt] = [instantOf(fieldOf(json, 'at')), instantOf(fieldOf(json, 'sentAt'))]
  hold(at !== undefined && sentAt !== undefined, `no at or sentAt: ${short(bytes.toString())}`)
  const seconds = Math.abs(arrivedAt.since(sentAt).total('seconds'))
  hold(seconds <= CLOCK_SECONDS, `sentAt is ${Math.round(seconds)} s from our clock`)
  hold(Temporal.Instant.compare(at, sentAt) <= 0, `at ${String(at)} is after sentAt`)
}
