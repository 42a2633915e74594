import { carrier } from '#outside/carrier.ts'
import { createCarrier } from '#backend/adapters/carrier.ts'
import { bodyOf, personOf, until, type Bench } from './check.ts'

export const { operations } = carrier

/** A profile is ready, and a SIM switched over, within a few minutes. */
export const MINUTES = 600
export const DAY_SECONDS = 24 * 3600

/** Thirty-two digits with right check digits; a test network may want its own. */
const EID = '89049032000000000000000000270017'

export const portalOf = ({ url, secret, answerWithinMs }: Bench) =>
  createCarrier({ url, secret, timeoutMs: answerWithinMs })

type Fields = Readonly<Record<string, unknown>>

/** Sends an order under a new id. */
export async function sendOrder(bench: Bench, fields: Fields) {
  const body = { orderId: bench.newId(), ...fields }
  return bench.ask(operations.order, { body })
}

/** Sends an order that is accepted; its id. */
export async function order(bench: Bench, fields: Fields): Promise<string> {
  return bodyOf(await sendOrder(bench, fields), 202).orderId
}

export const newSim = (lineRef: string) => ({
  kind: 'issue-sim',
  lineRef,
  simSize: 'nano',
  toKind: 'data',
  purpose: 'new',
})

export async function newEsim(bench: Bench, lineRef: string, toKind = 'voice') {
  const eid = (await bench.given('eid')) ?? EID
  return { kind: 'issue-esim', lineRef, eid, toKind, purpose: 'new' }
}

export async function findOrder(bench: Bench, orderId: string) {
  return bodyOf(await bench.ask(operations.findOrder, { parameters: { orderId } }), 200)
}

export async function findLine(bench: Bench, lineRef: string) {
  return bodyOf(await bench.ask(operations.line, { parameters: { lineRef } }), 200)
}

/** Waits until an order has come to a state; the order then. */
export function reached(bench: Bench, orderId: string, state: string, withinSeconds = MINUTES) {
  return until(bench, `${orderId} ${state}`, withinSeconds, async () => {
    const found = await findOrder(bench, orderId)
    return found.events.some((event) => event.state === state) ? found : undefined
  })
}

/** A new line in service, by an eSIM that was switched over. */
export async function openLine(bench: Bench, toKind = 'voice') {
  const lineRef = bench.newId()
  const forOrderId = await order(bench, await newEsim(bench, lineRef, toKind))
  await reached(bench, forOrderId, 'switch_ready')
  const switchId = await order(bench, { kind: 'switch-over', lineRef, forOrderId })
  const { facts } = await reached(bench, switchId, 'switched')
  return { lineRef, forOrderId, switchId, facts }
}

/** So many seconds from now, to the second. */
export const inSeconds = ({ time }: Bench, seconds: number) =>
  time.now().add({ seconds }).round('second')

export const textOf = (at: Temporal.Instant) =>
  at.toString({ timeZone: 'Asia/Tokyo', smallestUnit: 'second' })

export const isSameInstant = (a: string | null, b: Temporal.Instant) =>
  a !== null && Temporal.Instant.from(a).equals(b)

/** An eSIM for a move of the line, ready to be read; its order, and the code. */
export async function newMove(bench: Bench, lineRef: string) {
  const forOrderId = await order(bench, { kind: 'move-profile', lineRef })
  const { facts } = await reached(bench, forOrderId, 'profile_ready')
  return { lineRef, forOrderId, code: String(facts['activationCode']), facts }
}

/** The same in a phone that the network has seen. @throws NotTried where nobody has a phone */
export async function seenMove(bench: Bench, lineRef: string) {
  const move = await newMove(bench, lineRef)
  await personOf(bench)('read this code by a phone', move.code)
  await reached(bench, move.forOrderId, 'seen')
  return move
}
