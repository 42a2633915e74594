import { cardSize } from '#outside/carrier.ts'
import type { Store } from '../wire/store.ts'
import { findLine, updateLine } from './line-store.ts'
import type { Facts } from './order-plan.ts'
import { dropPlans, factsOf, findOrder, hasBeen, planEvent, whenReached } from './order-store.ts'
import type { StoredOrder } from './order-store.ts'
import type { CarrierOrder } from './wire.ts'

/** The SIM of before comes back within a day. */
const backHours = 24

type MoveAct = Extract<CarrierOrder, { kind: 'move-switch' | 'move-back' | 'move-cancel' }>

/** Why what is asked of a profile cannot be; the profile is of this line. */
export function moveRefusal(
  store: Store,
  { kind, forOrderId }: MoveAct,
  now: Temporal.Instant,
): string | undefined {
  const been = (...states: Parameters<typeof hasBeen>[2][]) => hasBeen(store, forOrderId, ...states)
  if (findOrder(store, forOrderId)?.kind !== 'move-profile') return 'ORDER_UNKNOWN'
  const isOver = been('expired', 'cancelled', 'rolled_back', 'failed')
  switch (kind) {
    case 'move-switch':
      if (isOver || been('switched')) return 'TOO_LATE'
      return been('seen') ? undefined : 'NOT_READY'
    case 'move-cancel':
      return isOver || been('switched') ? 'TOO_LATE' : undefined
    case 'move-back': {
      const switchedAt = whenReached(store, forOrderId, 'switched')
      if (switchedAt === undefined) return 'NOT_READY'
      const until = switchedAt.add({ hours: backHours })
      return isOver || Temporal.Instant.compare(now, until) >= 0 ? 'TOO_LATE' : undefined
    }
  }
}

/** The line works by the profile; the SIM of before rests, and is remembered. */
export function bringOver(store: Store, profile: StoredOrder, at: Temporal.Instant): Facts {
  const line = findLine(store, profile.lineRef)
  if (line === undefined) return {}
  const { iccid = '', deviceMaker = '', deviceName = '' } = factsOf(store, profile.orderId)
  const facts: Facts = {
    iccid: String(iccid),
    restingIccid: line.iccid,
    restingSim: line.simSize ?? 'esim',
    restingDevice: JSON.stringify(line.device),
  }
  const device = { maker: String(deviceMaker), name: String(deviceName) }
  updateLine(store, { ...line, simKind: 'esim', simSize: null, iccid: String(iccid), device })
  dropPlans(store, profile.orderId)
  planEvent(store, profile.orderId, 'switched', at, facts)
  return facts
}

/** The line works by the SIM of before; the profile is void. */
export function bringBack(store: Store, order: StoredOrder, at: Temporal.Instant): Facts {
  // The profile itself carries its facts already.
  if (order.request['forOrderId'] === undefined) return {}
  const profileId = String(order.request['forOrderId'])
  const line = findLine(store, order.lineRef)
  const { restingIccid = '', restingSim, restingDevice = '{}' } = factsOf(store, profileId)
  if (line === undefined) return {}
  const size = cardSize.safeParse(restingSim).data ?? null
  updateLine(store, {
    ...line,
    simKind: size === null ? 'esim' : 'physical',
    simSize: size,
    iccid: String(restingIccid),
    device: deviceOf(String(restingDevice)),
  })
  const facts: Facts = { iccid: String(restingIccid) }
  planEvent(store, profileId, 'rolled_back', at, facts)
  return facts
}

function deviceOf(text: string): Record<string, string> {
  const device: unknown = JSON.parse(text)
  return typeof device !== 'object' || device === null
    ? {}
    : Object.fromEntries(Object.entries(device).map(([name, value]) => [name, String(value)]))
}
