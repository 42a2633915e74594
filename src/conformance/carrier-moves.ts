import {
  DAY_SECONDS,
  findLine,
  findOrder,
  newMove,
  openLine,
  order,
  reached,
  seenMove,
  sendOrder,
} from './carrier-parts.ts'
import { changes, hold, pass, personOf, refusedBy, same, type Bench, type Check } from './check.ts'

const act = (kind: string, { lineRef, forOrderId }: { lineRef: string; forOrderId: string }) => ({
  kind,
  lineRef,
  forOrderId,
})

async function checkProfile(bench: Bench) {
  const { lineRef, facts: opened } = await openLine(bench)
  const { facts } = await newMove(bench, lineRef)
  const { smdpAddress, matchingId, activationCode, iccid, expiresAt } = facts
  same('activationCode', activationCode, `LPA:1$${String(smdpAddress)}$${String(matchingId)}`)
  hold(/^\d{18,20}$/.test(String(iccid)), `facts.iccid is ${JSON.stringify(iccid)}`)
  hold(iccid !== opened['iccid'], 'the profile is the SIM of before')
  const until = Temporal.Instant.from(String(expiresAt))
  hold(Temporal.Instant.compare(bench.time.now(), until) < 0, `expires at ${String(expiresAt)}`)
  same('iccid of the line', (await findLine(bench, lineRef)).iccid, opened['iccid'])
}

async function checkRead(bench: Bench) {
  const { lineRef, facts: opened } = await openLine(bench)
  const move = await seenMove(bench, lineRef)
  const found = await findOrder(bench, move.forOrderId)
  const states = found.events.map(({ state }) => state)
  same('states', states, ['accepted', 'profile_ready', 'downloaded', 'seen'])
  const name = found.facts['deviceName']
  hold(typeof name === 'string' && name !== '', `facts.deviceName is ${JSON.stringify(name)}`)
  same('iccid of the line', (await findLine(bench, lineRef)).iccid, opened['iccid'])
  // A second phone is refused by whatever means the system has.
  await personOf(bench)('read this code again by another phone', move.code)
  await reached(bench, move.forOrderId, 'download_repeated')
}

async function checkSwitch(bench: Bench) {
  const { lineRef, facts: opened } = await openLine(bench)
  const early = await newMove(bench, lineRef)
  refusedBy(await sendOrder(bench, act('move-switch', early)), 422, 'NOT_READY')
  const move = await seenMove(bench, lineRef)
  const switchId = await order(bench, act('move-switch', move))
  const { facts } = await reached(bench, switchId, 'switched')
  const line = await findLine(bench, lineRef)
  same(
    'the SIMs of switched',
    [facts['iccid'], facts['restingIccid']],
    [move.facts['iccid'], opened['iccid']],
  )
  same('SIM of the line', [line.iccid, line.simKind], [move.facts['iccid'], 'esim'])
  same('state of the profile', (await findOrder(bench, move.forOrderId)).state, 'switched')
  refusedBy(await sendOrder(bench, act('move-switch', move)), 422, 'TOO_LATE')
}

async function checkBack(bench: Bench) {
  const { lineRef, facts: opened } = await openLine(bench)
  const move = await seenMove(bench, lineRef)
  refusedBy(await sendOrder(bench, act('move-back', move)), 422, 'NOT_READY')
  await reached(bench, await order(bench, act('move-switch', move)), 'switched')
  const backId = await order(bench, act('move-back', move))
  const { facts } = await reached(bench, backId, 'rolled_back')
  const { iccid } = await findLine(bench, lineRef)
  same('SIM of the line', [iccid, facts['iccid']], [opened['iccid'], opened['iccid']])
}

async function checkBackTooLate(bench: Bench) {
  const { lineRef } = await openLine(bench)
  const move = await seenMove(bench, lineRef)
  await reached(bench, await order(bench, act('move-switch', move)), 'switched')
  await pass(bench, DAY_SECONDS)
  refusedBy(await sendOrder(bench, act('move-back', move)), 422, 'TOO_LATE')
  same('SIM of the line', (await findLine(bench, lineRef)).iccid, move.facts['iccid'])
}

async function checkCancelled(bench: Bench) {
  const { lineRef, facts: opened } = await openLine(bench)
  const move = await seenMove(bench, lineRef)
  const cancelId = await order(bench, act('move-cancel', move))
  for (const orderId of [cancelId, move.forOrderId]) await reached(bench, orderId, 'cancelled')
  hold((await sendOrder(bench, act('move-switch', move))).status === 422, 'it is switched over')
  same('SIM of the line', (await findLine(bench, lineRef)).iccid, opened['iccid'])
  const other = await seenMove(bench, lineRef)
  await reached(bench, await order(bench, act('move-switch', other)), 'switched')
  refusedBy(await sendOrder(bench, act('move-cancel', other)), 422, 'TOO_LATE')
}

async function checkExpired(bench: Bench) {
  const { lineRef, facts: opened } = await openLine(bench)
  const move = await seenMove(bench, lineRef)
  const until = Temporal.Instant.from(String(move.facts['expiresAt']))
  const seconds = Math.ceil(until.since(bench.time.now()).total('seconds'))
  const { events } = await reached(bench, move.forOrderId, 'expired', seconds + 60)
  const at = events.find(({ state }) => state === 'expired')?.at ?? ''
  same('expired', Temporal.Instant.from(at).toString(), until.toString())
  same('SIM of the line', (await findLine(bench, lineRef)).iccid, opened['iccid'])
}

/** A line goes to another phone, and back. */
export const moveChecks: readonly Check[] = [
  changes('CARRIER-45', checkProfile),
  changes('CARRIER-46', checkRead),
  changes('CARRIER-47', checkSwitch),
  changes('CARRIER-48', checkBack),
  changes('CARRIER-49', checkBackTooLate),
  changes('CARRIER-50', checkCancelled),
  changes('CARRIER-51', checkExpired),
]
