import { findLine } from '#backend/contract/contracts.ts'
import { openNumber } from '#backend/contract/line-mapping.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { handoverStates } from '#domain/handover/handover-states.ts'
import { handoverTiming } from '#domain/handover/timing.ts'
import { formatRfc3339, toTokyoDate, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import type { LineKind, SimSize } from '#vocabulary/line.ts'
import { firstDayOf, handover, takeover } from '../procedure.ts'
import { numberAad, receiverAad, type HandoverOrder, type TakeoverOrder } from '../rows/details.ts'
import { findByNumber, findReceived, keyOfGiver, type HandoverRow } from '../rows/handover.ts'

/** A line that is offered, as an application for it knows it. */
export type OfferedLine = {
  readonly kind: LineKind
  readonly simSize: SimSize
  /** The first day, if the application were accepted now. */
  readonly firstDay: TokyoDate
  /** Whether this application can take it: it is offered and in time, or this application has taken it already. */
  readonly isFree: boolean
  /** Blind index of the kana and birthday that the giver has named. */
  readonly namesakeIndex: string
}

/** The line of a hand-over number and its phone number; undefined unless both fit. */
export async function findOffered(
  db: Db,
  { sealing }: { readonly sealing: Sealing },
  given: { handoverNo: string; number: string },
  now: Instant,
  applicationNo?: string,
): Promise<OfferedLine | undefined> {
  const row = await findByNumber(db, sealing, given.handoverNo)
  if (row === undefined) return undefined
  const line = await findLine(db, row.contract_id, row.line_id)
  if (openNumber(line, sealing) !== given.number) return undefined
  const order = await handover.find(db, keyOfGiver(row))
  const isOwn = applicationNo !== undefined && row.application_no === applicationNo
  const isInTime = toTokyoDate(now) <= row.valid_until
  return {
    kind: line.kind,
    simSize: line.sim_size,
    firstDay: handoverTiming(now).firstDay,
    isFree:
      (isInTime && order.state === 'offered') || (isOwn && !handoverStates.isTerminal(order.state)),
    namesakeIndex: row.namesake_index,
  }
}

export async function receiverOrder(db: Db, row: HandoverRow): Promise<TakeoverOrder | undefined> {
  const { receiver_contract_id: contractId, receiver_order_no: orderNo } = row
  if (contractId === null || orderNo === null) return undefined
  return takeover.find(db, { contractId, orderNo })
}

/** How far the line is, for the status of the application. */
export async function takeoverProgress(db: Db, contractId: string) {
  const row = await findReceived(db, contractId)
  const order = row && (await receiverOrder(db, row))
  if (order === undefined) return undefined
  const line = await findLine(db, contractId, order.line_id ?? '')
  const { label, sentence } = takeover.words(order, order.state)
  const { effective_on: firstDay } = order
  return {
    orderNo: order.order_no,
    kind: line.kind,
    simSize: line.sim_size,
    stateLabel: label,
    sentence,
    ...(order.closed_at === null && firstDay !== null ? { expectedOn: firstDay } : {}),
  }
}

/** An offer under way, as its own page shows it: the number only as long as it can be used. */
export function toWireOffer({ sealing }: { readonly sealing: Sealing }, order: HandoverOrder) {
  const { contract_id: contractId, order_no: orderNo, details, state } = order
  const { numberSealed, receiverSealed, validUntil } = details
  const { label, sentence } = handover.words(order, state)
  const isOpen = state === 'offered'
  return {
    orderNo,
    state,
    stateLabel: label,
    sentence,
    offeredAt: formatRfc3339(order.requested_at),
    ...(isOpen && numberSealed
      ? { handoverNo: sealing.open(numberAad(contractId, orderNo), numberSealed) }
      : {}),
    ...(receiverSealed
      ? { receiverKana: sealing.open(receiverAad(contractId, orderNo), receiverSealed) }
      : {}),
    ...(isOpen && validUntil ? { validUntil } : {}),
    ...(state === 'due' ? { firstDay: firstDayOf(order) } : {}),
    canWithdraw: handoverStates.can(state, 'withdrawn', 'member'),
  }
}
