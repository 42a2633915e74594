import type { z } from 'zod'
import type { OutsideAnswer, OutsideOperation, OutsideSystem } from '#outside/operation.ts'
import type { Inbox } from './inbox.ts'
import { fieldOf } from './json.ts'

/** A sentence does not hold; the message says what was asked and what came. */
export class Broken extends Error {}
/** Whether a sentence holds could not be found out here; the message says why. */
export class NotTried extends Error {}

/** The time that both sides go by. A test system's is the real one; a stand-in's clock can be moved. */
export type Time = {
  readonly now: () => Temporal.Instant
  /** Lets so many seconds go by. */
  readonly wait: (seconds: number) => Promise<void>
  /** Longer than so many seconds nobody waits here for what is still to come. */
  readonly patienceSeconds: number
}

/** What came back; `json` is undefined for a body that is none. */
export type Answer<Operation extends OutsideOperation = OutsideOperation> = {
  readonly operation: Operation
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: unknown
  readonly elapsedMs: number
  /** The same in words: `POST /charges → 200`. */
  readonly words: string
}

export type Asked = {
  readonly parameters?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Sent as it is, in place of `body`. */
  readonly rawBody?: string
  /** How long this answer may take, where that is not `answerWithinMs`. */
  readonly withinMs?: number
  /** In place of the right one; null for none. */
  readonly secret?: string | null
}

/** What a check has to work with: one system under test, and what the operator has said about it. */
export type Bench = {
  readonly url: string
  readonly secret: string
  readonly time: Time
  /** How long an answer may take. */
  readonly answerWithinMs: number
  /** The operator's word on what the test system knows; undefined: nothing, or nothing any more. */
  readonly given: (name: string) => Promise<string | undefined>
  /** Somebody does what only a person can, at this address; gives the address that the browser was led back to. */
  readonly person: ((deed: string, address: string) => Promise<string>) | undefined
  /** Where the system's reports arrive; undefined when nobody listens. */
  readonly inbox: Inbox | undefined
  /** An id of this run that was not used before. */
  readonly newId: () => string
  readonly ask: <Operation extends OutsideOperation>(
    operation: Operation,
    asked?: Asked,
  ) => Promise<Answer<Operation>>
  /** Sends a request and hangs up before the answer. */
  readonly hangUp: (operation: OutsideOperation, asked: Asked) => Promise<void>
}

export type Check = {
  /** The number of the sentence in docs/outside-systems.md: `CARD-3`. */
  readonly id: string
  /** Leaves something behind in the system. */
  readonly isChange: boolean
  readonly run: (bench: Bench) => Promise<void>
}

export type Wanted = {
  readonly what: string
  /** Good for one check only: several may be given. */
  readonly isSpent?: true
}

/** All that is asked of one kind of system. */
export type Suite = {
  readonly system: OutsideSystem
  /** What a run leaves behind, said before it begins. */
  readonly creates: readonly string[]
  /** What the operator must or may say: `cardToken` → what it is. */
  readonly wanted: Readonly<Record<string, Wanted>>
  /** How long an answer may take: 5 s, if not given; less where a page waits for it. */
  readonly answerWithinMs?: number
  readonly checks: readonly Check[]
}

export const reads = (id: string, run: Check['run']): Check => ({ id, isChange: false, run })
export const changes = (id: string, run: Check['run']): Check => ({ id, isChange: true, run })

/** @throws Broken with the sentence, unless it is so. */
export function hold(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Broken(otherwise)
}

/** @throws Broken unless both say the same. */
export function same(what: string, found: unknown, expected: unknown) {
  const [a, b] = [sorted(found), sorted(expected)]
  hold(a === b, `${what}: ${short(a)} came, ${short(b)} was expected`)
}

/** @throws NotTried when nobody is there to act. */
export function personOf({ person }: Bench) {
  if (!person) throw new NotTried('needs a person at a browser (--return)')
  return person
}

/** @throws NotTried unless the operator has said it. */
export async function givenOf({ given }: Bench, name: string): Promise<string> {
  const value = await given(name)
  if (value === undefined) throw new NotTried(`needs --given ${name}=…`)
  return value
}

/** The body of an answer of this status, as the system's document declares it. @throws Broken */
export function bodyOf<Status extends number, Schema extends z.ZodType>(
  answer: Answer & {
    readonly operation: {
      readonly answers: { readonly [key in Status]: { readonly schema: Schema } }
    }
  },
  status: Status,
): z.output<Schema> {
  hold(answer.status === status, `${answer.words}, ${status} was expected: ${short(answer.text)}`)
  const { media = 'application/json' } = answer.operation.answers[status] as OutsideAnswer
  const type = answer.headers.get('content-type') ?? 'none'
  hold(type.startsWith(media), `${answer.words}: Content-Type is ${type}, not ${media}`)
  const read = answer.operation.answers[status].schema.safeParse(answer.json)
  if (!read.success) throw new Broken(`${answer.words}: ${issueOf(read.error)}`)
  return read.data
}

/** @throws Broken unless it is a refusal of this status and code. */
export function refusedBy(answer: Answer, status: number, code: string) {
  hold(answer.status === status, `${answer.words}, ${status} was expected: ${short(answer.text)}`)
  same(`${answer.words}: error.code`, codeOf(answer), code)
}

export function codeOf({ json }: Answer): unknown {
  const error = fieldOf(json, 'error')
  return fieldOf(error, 'code')
}

/** Looks again, less and less often, until there is something. @throws Broken after `withinSeconds`, NotTried where patience ends before. */
export async function until<Found>(
  { time }: Bench,
  what: string,
  withinSeconds: number,
  look: () => Promise<Found | undefined> | Found | undefined,
): Promise<Found> {
  let waited = 0
  for (let step = 1; ; step *= 2) {
    const found = await look()
    if (found !== undefined) return found
    hold(waited < withinSeconds, `${what}: nothing within ${withinSeconds} s`)
    if (waited >= time.patienceSeconds)
      throw new NotTried(`${what}: waited ${waited} s of ${withinSeconds} s (--patience)`)
    const next = Math.min(step, withinSeconds - waited, time.patienceSeconds - waited)
    await time.wait(next)
    waited += next
  }
}

/** Lets time go by in which nothing may happen. @throws NotTried where patience ends before. */
export async function pass({ time }: Bench, seconds: number) {
  if (seconds > time.patienceSeconds)
    throw new NotTried(`takes ${seconds} s, patience is ${time.patienceSeconds} s (--patience)`)
  await time.wait(seconds)
}

export const short = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

function issueOf({ issues }: z.ZodError) {
  const issue = issues[0]
  const where = issue?.path.join('.') ?? ''
  return `${where === '' ? 'the body' : where}: ${issue?.code ?? ''}`
}

/** JSON with the fields of every object in one order. */
function sorted(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? 'nothing'
  )
}
