import type { LineRow } from '#backend/contract/contracts.ts'
import type { OrderEventRow, OrderRow } from '#backend/contract/orders.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import type { CalendarFacet, ListFacet } from '#backend/procedure/definition.ts'
import { toReceipt } from '#backend/procedure/receipts.ts'
import { toTimeline } from '#backend/procedure/timeline.ts'
import { refusedWhy } from '#backend/contract/permissions.ts'
import { mayCancel, undoPathOf } from '#backend/procedure/undoing.ts'
import { concernsFrozen, standsStill, toWireOrder } from '#backend/procedure/wire-order.ts'
import { formatRfc3339, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import { estimate } from '#protocol/procedure.ts'

type Documents = readonly { docId: string; title: string; url: string }[]

/** One order with its timeline, its receipt and the actions that are allowed (wire OrderDetail). */
export function toWireDetail<Check extends { state: string }>(
  procedure: CalendarFacet & ListFacet,
  order: OrderRow,
  known: {
    lines: readonly LineRow[]
    /** Of the order's line, where it ends by a cancellation. */
    lastDay: TokyoDate | undefined
    events: readonly OrderEventRow[]
    /** Where an identity check belongs to it. */
    identity: Check
    documents: Documents
    sealing: Sealing
    now: Instant
  },
) {
  const { lines, lastDay, events, identity, documents, sealing, now } = known
  // As it was confirmed. An estimate of an older shape is left out rather than shown wrongly.
  const confirmed = estimate.safeParse(withNames(order.details['estimate'], lines, sealing))
  const {
    canSwitchOver,
    waitsForIdentity,
    waitsForPortIn,
    switchHours = [],
    esim,
    ...extras
  } = procedure.extras(order, now, lastDay)
  const shown = toWireOrder(procedure, order, lines, { sealing, now })
  const undoPath = undoPathOf(procedure, order, now)
  const isStill = standsStill(procedure, order, lines)
  return {
    ...shown,
    next: nextBefore(lastDay, shown.next),
    ...extras,
    esim: concernsFrozen(order, lines) ? undefined : esim,
    timeline: toTimeline(procedure, order, events),
    receipt: toReceipt(procedure, order, documents[0]?.docId),
    ...(confirmed.success ? { confirmedEstimate: confirmed.data } : {}),
    ...(identity.state === 'not_required' ? {} : { identity }),
    switchHours: isStill ? [] : switchHours,
    documents: [...documents],
    undoPath,
    page: procedure.page(order),
    asOf: formatRfc3339(now),
    actions: {
      cancel: mayCancel(procedure, order, now),
      switchOver:
        canSwitchOver && !isStill
          ? { allowed: true }
          : refusedWhy(isStill ? 'SUSPENDED' : 'ORDER_NOT_SWITCHABLE'),
      checkIdentity: waitsForIdentity ? { allowed: true } : refusedWhy('WRONG_STATE'),
      renewPortIn: waitsForPortIn ? { allowed: true } : refusedWhy('WRONG_STATE'),
    },
  }
}

/** An order ends with its line: nothing of it comes after that. */
export function nextBefore<Next extends { on: string }>(
  lastDay: TokyoDate | undefined,
  next: Next | undefined,
) {
  if (lastDay === undefined || next === undefined || next.on.slice(0, 10) <= lastDay) return next
  return { label: '解約の最終利用日（お申し込みも終わります）', on: lastDay }
}

/** Puts the lines' numbers and nicknames back into an estimate, which is stored without them. */
function withNames(stored: unknown, lines: readonly LineRow[], sealing: Sealing): unknown {
  const names = new Map<unknown, object>(
    lines.map((line) => [line.line_id, toLineName(line, sealing)]),
  )
  return JSON.parse(JSON.stringify(stored ?? null), (_, value: unknown) =>
    isLineName(value) ? { ...names.get(value.lineId), ...value } : value,
  )
}

function isLineName(value: unknown): value is { lineId: unknown } {
  return typeof value === 'object' && value !== null && 'lineId' in value && 'simKind' in value
}
