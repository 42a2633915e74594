import type { LineRow } from '#backend/contract/contracts.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { openNumber } from '#backend/line/mapping.ts'
import { isSwitchable, offeredHours } from '#backend/sim/switch-over.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import { estimate } from '#protocol/procedure.ts'
import type { OrderEventRow, OrderRow } from './orders.ts'
import { toReceipt } from './receipts.ts'
import { isEsimOrder, toTimeline } from './timeline.ts'
import { mayCancel, no, undoPathOf, waitsForIdentity } from './undoing.ts'
import { instantIn } from './instant-in.ts'
import { pendingIn, toWireOrder } from './wire-order.ts'

type Documents = readonly { docId: string; title: string; url: string }[]

/** One order with its course, its receipt and what can be done about it (wire OrderDetail). */
export function toWireDetail<Check extends { state: string }>(
  order: OrderRow,
  known: {
    lines: readonly LineRow[]
    events: readonly OrderEventRow[]
    /** Where an identity check belongs to it. */
    identity: Check
    documents: Documents
    sealing: Sealing
    now: Instant
  },
) {
  const { lines, events, identity, documents, sealing, now } = known
  // Kept as it was confirmed; one of an older shape is left out rather than shown wrongly.
  const confirmed = estimate.safeParse(withNumbers(order.details['estimate'], lines, sealing))
  const switchAt = instantIn(order.details['switchAt'])
  const { trackingNo } = order.details
  const esim = esimOf(order)
  const undoPath = undoPathOf(order, now)
  return {
    ...toWireOrder(order, lines, sealing),
    timeline: toTimeline(order, events, pendingIn(order)),
    receipt: toReceipt(order, documents[0]?.docId),
    ...(confirmed.success ? { confirmedEstimate: confirmed.data } : {}),
    ...(typeof trackingNo === 'string'
      ? { tracking: { carrierName: '配送会社', trackingNo } }
      : {}),
    ...(identity.state === 'not_required' ? {} : { identity }),
    ...(switchAt === undefined ? {} : { switchAt: formatRfc3339(switchAt) }),
    switchHours: offeredHours(order, now),
    ...(esim === undefined ? {} : { esim }),
    documents: [...documents],
    ...(undoPath === undefined ? {} : { undoPath }),
    actions: {
      cancel: mayCancel(order, now),
      switchOver: isSwitchable(order) ? { allowed: true } : no('ORDER_NOT_SWITCHABLE'),
      checkIdentity: waitsForIdentity(order) ? { allowed: true } : no('WRONG_STATE'),
    },
  }
}

/** Puts the lines' numbers back into an estimate, which is kept without them. */
function withNumbers(kept: unknown, lines: readonly LineRow[], sealing: Sealing): unknown {
  const numbers = new Map<unknown, string>(
    lines.map((line) => [line.line_id, openNumber(line, sealing)]),
  )
  return JSON.parse(JSON.stringify(kept ?? null), (_, value: unknown) =>
    isLineName(value) ? { ...value, number: numbers.get(value.lineId) } : value,
  )
}

function isLineName(value: unknown): value is { lineId: unknown } {
  return typeof value === 'object' && value !== null && 'lineId' in value && 'nickname' in value
}

function esimOf(order: OrderRow) {
  if (!isEsimOrder(order) || order.line_id === null) return undefined
  const ready = ['switch_ready', 'switched', 'auto_switched'].includes(order.state)
  // What was given up or failed has nothing to set up.
  return ready || order.closed_at === null ? { lineId: order.line_id, ready } : undefined
}
