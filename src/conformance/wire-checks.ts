import type { OutsideOperation } from '#outside/operation.ts'
import { failure } from '#outside/words.ts'
import type { CarrierAnswer } from '#backend/ports/carrier.ts'
import {
  Broken,
  changes,
  hold,
  reads,
  refusedBy,
  same,
  short,
  type Answer,
  type Asked,
  type Bench,
  type Check,
} from './check.ts'
import { fieldOf } from './json.ts'
import { checkTransport } from './transport.ts'

/** One request that changes something, under an id of its own. */
export type Change = {
  readonly operation: OutsideOperation
  readonly parameters?: Asked['parameters']
  readonly body: Readonly<Record<string, unknown>> & { readonly orderId: string }
}

/** How the conventions of all systems are tried on one of them. */
export type Probe = {
  /** A question about what does not exist; undefined where nothing can be asked. */
  readonly unknown?: {
    readonly operation: OutsideOperation
    readonly parameters: Readonly<Record<string, string>>
    readonly code: string
  }
  readonly change: (bench: Bench) => Promise<Change>
  /** The status of a change that is done. */
  readonly done: number
  /** The same id, and something else asked for. */
  readonly otherBody: (change: Change) => Change['body']
  /** The same id on another path; undefined where there is one path only. */
  readonly elsewhere?: (bench: Bench, change: Change) => Promise<Change>
  /** Fields without which a body is malformed, and one value of a wrong type. */
  readonly malformed: (body: Change['body']) => readonly unknown[]
  /** What the system knows of a change; undefined: it never arrived. Not for systems that cannot be asked. */
  readonly find?: (bench: Bench, orderId: string) => Promise<object | undefined>
  /** Where the system says when it was done; undefined where it does not. */
  readonly atField?: string
  /** The same by the portal's own adapter. */
  readonly portal: (bench: Bench, change: Change) => Promise<CarrierAnswer<unknown>>
}

/** A minute: clocks of two houses differ by so much at most. */
export const CLOCK_SECONDS = 60

/** The conventions that every system with a bearer secret keeps: WIRE-1 to WIRE-12. */
export function wireChecks(probe: Probe): Check[] {
  return [
    changes('WIRE-1', (bench) => checkSecret(bench, probe)),
    (probe.unknown ? reads : changes)('WIRE-2', (bench) => checkRefusals(bench, probe)),
    changes('WIRE-3', (bench) => checkMalformed(bench, probe)),
    changes('WIRE-4', (bench) => checkReplay(bench, probe)),
    changes('WIRE-5', (bench) => checkReuse(bench, probe)),
    ...(probe.elsewhere ? [changes('WIRE-6', (bench) => checkElsewhere(bench, probe))] : []),
    changes('WIRE-7', (bench) => checkIds(bench, probe)),
    changes('WIRE-8', (bench) => checkAtOnce(bench, probe)),
    changes('WIRE-9', (bench) => checkHangUp(bench, probe)),
    (probe.unknown ? reads : changes)('WIRE-10', (bench) => checkInTime(bench, probe)),
    changes('WIRE-11', (bench) => checkAnswer(bench, probe)),
    reads('WIRE-12', checkTransport),
    ...(probe.atField === undefined
      ? []
      : [changes('WIRE-13', (bench) => checkClock(bench, probe, String(probe.atField)))]),
  ]
}

const send = (bench: Bench, { operation, parameters, body }: Change, asked: Asked = {}) =>
  bench.ask(operation, { parameters, body, ...asked })

async function sendDone(bench: Bench, probe: Probe, change: Change): Promise<Answer> {
  const answer = await send(bench, change)
  const { words, status, text } = answer
  hold(status === probe.done, `${words}, ${probe.done} was expected: ${short(text)}`)
  return answer
}

async function checkSecret(bench: Bench, probe: Probe) {
  for (const secret of [null, `${bench.secret}-another`]) {
    const change = await probe.change(bench)
    if (probe.unknown) {
      const { operation, parameters } = probe.unknown
      refusedBy(await bench.ask(operation, { parameters, secret }), 401, 'UNAUTHORIZED')
    }
    refusedBy(await send(bench, change, { secret }), 401, 'UNAUTHORIZED')
    await holdNothingDone(bench, probe, change)
  }
}

/** Asked for it, or by doing it now: what is replayed was done before. */
async function holdNothingDone(bench: Bench, probe: Probe, change: Change) {
  if (probe.find) {
    const found = await probe.find(bench, change.body.orderId)
    if (found) throw new Broken(`it was refused and done all the same: ${JSON.stringify(found)}`)
    return
  }
  const { headers } = await sendDone(bench, probe, change)
  hold(headers.get('x-replayed') !== 'true', 'it was refused and done all the same')
}

async function checkRefusals(bench: Bench, probe: Probe) {
  const answer = await askInVain(bench, probe)
  const { status, code } = probe.unknown
    ? { status: 404, code: probe.unknown.code }
    : { status: 400, code: 'MALFORMED' }
  const type = answer.headers.get('content-type') ?? 'none'
  hold(type.startsWith('application/json'), `${answer.words}: Content-Type is ${type}`)
  refusedBy(answer, status, code)
  hold(failure.safeParse(answer.json).success, `${answer.words}: ${short(answer.text)}`)
}

/** Something that is refused and leaves nothing behind. */
async function askInVain(bench: Bench, { unknown, change }: Probe): Promise<Answer> {
  if (unknown) return bench.ask(unknown.operation, { parameters: unknown.parameters })
  return send(bench, await change(bench), { rawBody: '[' })
}

async function checkMalformed(bench: Bench, probe: Probe) {
  const change = await probe.change(bench)
  const bodies = probe.malformed(change.body).map((body) => JSON.stringify(body))
  for (const rawBody of ['{"orderId":', ...bodies])
    refusedBy(await send(bench, change, { rawBody }), 400, 'MALFORMED')
  await holdNothingDone(bench, probe, change)
}

async function checkReplay(bench: Bench, probe: Probe) {
  const change = await probe.change(bench)
  const first = await sendDone(bench, probe, change)
  const reversed = Object.fromEntries(Object.entries(change.body).toReversed())
  for (const body of [change.body, reversed]) {
    const again = await send(bench, change, { body })
    same(`${again.words}, sent again: status`, again.status, first.status)
    same(`${again.words}, sent again: the body`, again.json, first.json)
    same(`${again.words}: X-Replayed`, again.headers.get('x-replayed'), 'true')
  }
}

async function checkReuse(bench: Bench, probe: Probe) {
  const change = await probe.change(bench)
  const first = await sendDone(bench, probe, change)
  const other = await send(bench, change, { body: probe.otherBody(change) })
  refusedBy(other, 409, 'ORDER_ID_REUSED')
  const again = await sendDone(bench, probe, change)
  same(`${again.words}: the first answer`, again.json, first.json)
}

async function checkElsewhere(bench: Bench, probe: Probe) {
  const change = await probe.change(bench)
  await sendDone(bench, probe, change)
  const elsewhere = (await probe.elsewhere?.(bench, change)) ?? change
  refusedBy(await send(bench, elsewhere), 409, 'ORDER_ID_REUSED')
}

async function checkIds(bench: Bench, probe: Probe) {
  const change = await probe.change(bench)
  const withId = (orderId: string): Change => ({ ...change, body: { ...change.body, orderId } })
  const own = bench.newId()
  const longest = `${own}_.:-${'Zz9'.repeat(40)}`.slice(0, 100)
  const answer = await sendDone(bench, probe, withId(longest))
  same(`${answer.words}: orderId`, fieldOf(answer.json, 'orderId'), longest)
  for (const id of ['', `${longest}x`, `${own} x`, `${own}/x`, `${own}é`])
    refusedBy(await send(bench, withId(id)), 400, 'MALFORMED')
}

async function checkAtOnce(bench: Bench, probe: Probe) {
  const change = await probe.change(bench)
  const [one, two] = await Promise.all([
    sendDone(bench, probe, change),
    sendDone(bench, probe, change),
  ])
  same(`${two.words}, twice at the same moment`, two.json, one.json)
  const replays = [one, two].filter(({ headers }) => headers.get('x-replayed') === 'true')
  same(`${two.words}, twice at the same moment: answers with X-Replayed`, replays.length, 1)
}

async function checkHangUp(bench: Bench, probe: Probe) {
  const change = await probe.change(bench)
  await bench.hangUp(change.operation, change)
  const first = await sendDone(bench, probe, change)
  const again = await sendDone(bench, probe, change)
  same(`${again.words} after hanging up`, again.json, first.json)
  const found = await probe.find?.(bench, change.body.orderId)
  if (probe.find) hold(found !== undefined, `${change.body.orderId} is not known afterwards`)
}

async function checkInTime(bench: Bench, probe: Probe) {
  for (let n = 0; n < 3; n += 1) {
    const { words, elapsedMs } = await askInVain(bench, probe)
    hold(elapsedMs < bench.answerWithinMs, `${words} took ${Math.round(elapsedMs)} ms`)
  }
}

async function checkAnswer(bench: Bench, probe: Probe) {
  const change = await probe.change(bench)
  const answer = await sendDone(bench, probe, change)
  const type = answer.headers.get('content-type') ?? 'none'
  hold(type.startsWith('application/json'), `${answer.words}: Content-Type is ${type}`)
  const read = change.operation.answers[answer.status]?.schema.safeParse(answer.json)
  hold(read?.success === true, `${answer.words}, not as declared: ${short(answer.text)}`)
  const portal = await probe.portal(bench, await probe.change(bench))
  hold(portal.kind === 'accepted', `the portal's adapter reads ${JSON.stringify(portal)}`)
}

async function checkClock(bench: Bench, probe: Probe, atField: string) {
  const answer = await sendDone(bench, probe, await probe.change(bench))
  holdNow(bench, `${answer.words}: ${atField}`, fieldOf(answer.json, atField))
}

/** @throws Broken unless it is an instant within a minute of ours. */
export function holdNow({ time }: Bench, what: string, text: unknown) {
  const at = instantOf(text)
  hold(at !== undefined, `${what} is no instant: ${JSON.stringify(text)}`)
  const seconds = Math.abs(time.now().since(at).total('seconds'))
  hold(seconds <= CLOCK_SECONDS, `${what} is ${Math.round(seconds)} s from our clock`)
}

export function instantOf(text: unknown): Temporal.Instant | undefined {
  try {
    return Temporal.Instant.from(String(text))
  } catch {
    return undefined
  }
}
