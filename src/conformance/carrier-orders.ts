import {
  DAY_SECONDS,
  findLine,
  findOrder,
  inSeconds,
  isSameInstant,
  MINUTES,
  newEsim,
  newSim,
  openLine,
  operations,
  order,
  portalOf,
  reached,
  sendOrder,
  textOf,
} from './carrier-parts.ts'
import {
  bodyOf,
  changes,
  hold,
  pass,
  reads,
  refusedBy,
  same,
  type Bench,
  type Check,
} from './check.ts'
import { holdNow } from './wire-checks.ts'

type Events = readonly { readonly state: string; readonly at: string }[]

/** The states in their order, up to one of them. */
const statesTo = (events: Events, last: string) => {
  const states = events.map(({ state }) => state)
  return states.slice(0, states.indexOf(last) + 1)
}

function holdFacts(facts: Readonly<Record<string, unknown>>, shapes: Record<string, RegExp>) {
  for (const [name, shape] of Object.entries(shapes)) {
    const fact = facts[name]
    const isSo = typeof fact === 'string' && shape.test(fact)
    hold(isSo, `facts.${name} is ${JSON.stringify(fact)}`)
  }
}

const ICCID = /^\d{18,20}$/
const PHONE = /^0\d{9,10}$/

async function checkAccepted(bench: Bench) {
  const fields = newSim(bench.newId())
  const answer = await sendOrder(bench, fields)
  const { kind, lineRef, acceptedAt } = bodyOf(answer, 202)
  same('kind and lineRef', [kind, lineRef], [fields.kind, fields.lineRef])
  holdNow(bench, 'acceptedAt', acceptedAt)
  const body = { orderId: bench.newId(), ...newSim(bench.newId()) }
  const portal = await portalOf(bench).order(body)
  hold(portal.kind === 'accepted', `the portal's adapter reads ${JSON.stringify(portal)}`)
}

async function checkEvents(bench: Bench) {
  const { forOrderId } = await openLine(bench)
  const found = await findOrder(bench, forOrderId)
  const times = found.events.map(({ at }) => Temporal.Instant.from(at).epochMilliseconds)
  same(
    'events in their order',
    times,
    times.toSorted((a, b) => a - b),
  )
  const ids = found.events.map(({ eventId }) => eventId)
  same('ids of events', ids, [...new Set(ids)])
  same('state', found.state, found.events.at(-1)?.state)
  const facts = Object.assign({}, ...found.events.map((event) => event.facts))
  same('facts of the events together', found.facts, facts)
  const portal = await portalOf(bench).findOrder(forOrderId)
  hold(portal.kind === 'accepted', `the portal's adapter reads ${JSON.stringify(portal)}`)
}

async function checkRefused(bench: Bench) {
  const orderId = bench.newId()
  const body = { orderId, kind: 'mnp-number', lineRef: bench.newId() }
  refusedBy(await bench.ask(operations.order, { body }), 422, 'LINE_UNKNOWN')
  const found = await findOrder(bench, orderId)
  same('state and reason', [found.state, found.facts['reason']], ['rejected', 'LINE_UNKNOWN'])
}

async function checkCard(bench: Bench) {
  const orderId = await order(bench, newSim(bench.newId()))
  const found = await reached(bench, orderId, 'switch_ready', 7 * DAY_SECONDS)
  const states = statesTo(found.events, 'switch_ready')
  same('states', states, ['accepted', 'shipped', 'arrived', 'switch_ready'])
  holdFacts(found.facts, { trackingNo: /^\S{4,40}$/, iccid: ICCID })
}

async function checkProfile(bench: Bench) {
  const orderId = await order(bench, await newEsim(bench, bench.newId()))
  const found = await reached(bench, orderId, 'switch_ready')
  same('states', statesTo(found.events, 'switch_ready'), [
    'accepted',
    'profile_ready',
    'switch_ready',
  ])
  const { smdpAddress, matchingId, activationCode } = found.facts
  holdFacts(found.facts, { smdpAddress: /^[\w.-]+$/, matchingId: /^[\w-]+$/, iccid: ICCID })
  same('activationCode', activationCode, `LPA:1$${String(smdpAddress)}$${String(matchingId)}`)
}

async function checkNotReady(bench: Bench) {
  const lineRef = bench.newId()
  const forOrderId = await order(bench, newSim(lineRef))
  const early = await sendOrder(bench, { kind: 'switch-over', lineRef, forOrderId })
  refusedBy(early, 422, 'NOT_READY')
  const other = { kind: 'switch-over', lineRef: bench.newId(), forOrderId }
  hold((await sendOrder(bench, other)).status === 422, "another line's order is switched over")
}

async function checkSwitch(bench: Bench) {
  const lineRef = bench.newId()
  const forOrderId = await order(bench, await newEsim(bench, lineRef))
  await reached(bench, forOrderId, 'switch_ready')
  const at = inSeconds(bench, 30)
  const switchId = await order(bench, { kind: 'switch-over', lineRef, forOrderId, at: textOf(at) })
  const { events, facts } = await reached(bench, switchId, 'switched')
  const switchedAt = events.find(({ state }) => state === 'switched')?.at ?? null
  hold(isSameInstant(switchedAt, at), `switched at ${String(switchedAt)}, asked for ${textOf(at)}`)
  holdFacts(facts, { number: PHONE, iccid: ICCID })
  same('the order of the SIM', (await findOrder(bench, forOrderId)).state, 'switched')
  const line = await findLine(bench, lineRef)
  same('number and iccid of the line', [line.number, line.iccid], [facts['number'], facts['iccid']])
  same('state of the line', line.state, 'active')
}

async function checkAutomatic(bench: Bench) {
  const lineRef = bench.newId()
  const orderId = await order(bench, await newEsim(bench, lineRef))
  const { events } = await reached(bench, orderId, 'auto_switched', 12 * DAY_SECONDS)
  const atOf = (name: string) => {
    const at = events.find(({ state }) => state === name)?.at ?? ''
    return Temporal.Instant.from(at).toZonedDateTimeISO('Asia/Tokyo')
  }
  const due = atOf('switch_ready').add({ days: 10 }).withPlainTime('03:00')
  same('auto_switched', atOf('auto_switched').toString(), due.toString())
  same('state of the line', (await findLine(bench, lineRef)).state, 'active')
}

async function checkOtherKind(bench: Bench) {
  const { lineRef, facts } = await openLine(bench, 'data')
  const { eid } = await newEsim(bench, lineRef)
  const forOrderId = await order(bench, { kind: 'change-kind', lineRef, eid, toKind: 'voice' })
  await reached(bench, forOrderId, 'switch_ready')
  const switchId = await order(bench, { kind: 'switch-over', lineRef, forOrderId })
  const after = await reached(bench, switchId, 'switched')
  hold(after.facts['number'] !== facts['number'], 'the number is the same as before')
  const line = await findLine(bench, lineRef)
  same('kind and number of the line', [line.kind, line.number], ['voice', after.facts['number']])
}

async function checkCancelled(bench: Bench) {
  const lineRef = bench.newId()
  const forOrderId = await order(bench, newSim(lineRef))
  const cancelId = await order(bench, { kind: 'cancel', lineRef, forOrderId })
  for (const orderId of [cancelId, forOrderId]) {
    const { state } = await reached(bench, orderId, 'cancelled')
    same(`state of ${orderId}`, state, 'cancelled')
  }
}

async function checkTooLate(bench: Bench) {
  const lineRef = bench.newId()
  const forOrderId = await order(bench, await newEsim(bench, lineRef))
  await reached(bench, forOrderId, 'profile_ready')
  refusedBy(await sendOrder(bench, { kind: 'cancel', lineRef, forOrderId }), 422, 'TOO_LATE')
}

async function checkEnd(bench: Bench) {
  const { lineRef } = await openLine(bench)
  const at = inSeconds(bench, 30)
  const orderId = await order(bench, { kind: 'terminate', lineRef, at: textOf(at) })
  same('state before', (await findLine(bench, lineRef)).state, 'active')
  await reached(bench, orderId, 'terminated', MINUTES)
  const { state, endedAt } = await findLine(bench, lineRef)
  same('state after', state, 'terminated')
  hold(isSameInstant(endedAt, at), `ended at ${String(endedAt)}, asked for ${textOf(at)}`)
}

async function checkHandOver(bench: Bench) {
  const { lineRef, facts } = await openLine(bench)
  const toLineRef = bench.newId()
  const at = textOf(inSeconds(bench, 30))
  const orderId = await order(bench, { kind: 'hand-over', lineRef, toLineRef, at })
  await reached(bench, orderId, 'handed_over', MINUTES)
  // The new line may begin with the first hour that was not handed out as usage yet.
  await pass(bench, 3600)
  const [before, after] = [await findLine(bench, lineRef), await findLine(bench, toLineRef)]
  same('states of both', [before.state, after.state], ['terminated', 'active'])
  same('number and iccid', [after.number, after.iccid], [facts['number'], facts['iccid']])
}

/** Orders that take their time. */
export const orderChecks: readonly Check[] = [
  changes('CARRIER-8', checkAccepted),
  changes('CARRIER-9', checkEvents),
  reads('CARRIER-10', async (bench) => {
    const parameters = { orderId: bench.newId() }
    refusedBy(await bench.ask(operations.findOrder, { parameters }), 404, 'ORDER_UNKNOWN')
  }),
  changes('CARRIER-11', checkRefused),
  changes('CARRIER-12', checkCard),
  changes('CARRIER-13', checkProfile),
  changes('CARRIER-14', checkNotReady),
  changes('CARRIER-15', checkSwitch),
  changes('CARRIER-16', checkAutomatic),
  changes('CARRIER-17', checkOtherKind),
  changes('CARRIER-18', checkCancelled),
  changes('CARRIER-19', checkTooLate),
  changes('CARRIER-20', checkEnd),
  changes('CARRIER-21', checkHandOver),
]
