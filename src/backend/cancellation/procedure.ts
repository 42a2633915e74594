import { pages } from '#vocabulary/pages.ts'
import { z } from 'zod'
import { linesOf } from '#backend/contract/orders.ts'
import { bookingDeadlines, nextBooked } from '#backend/procedure/booking-dates.ts'
import { commonDetails, defineProcedure } from '#backend/procedure/define.ts'
import { oneOffCharge } from '#domain/billing/charge.ts'
import { cancellationStates } from '#domain/cancellation/cancellation-states.ts'
import { initialCancellationStates } from '#domain/cancellation/initial-cancellation-states.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { initialCancellationClock } from '#domain/cancellation/initial-cancellation.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { operationLabels } from '#vocabulary/operation.ts'

/** A cancellation that covers the line `l`. */
const covering = `select 1 from procedure_order o where o.contract_id = l.contract_id and o.closed_at is null
  and o.state = 'reserved' and (o.procedure = 'contractCancel'
    or (o.procedure = 'lineCancel' and o.details->'lineIds' ? l.line_id))`

/** Laws of contracts and lines while a cancellation is booked. */
const cancellationLaws = {
  'a line is ending exactly while a reserved cancellation covers it': `
    select l.contract_id, l.line_id as what, l.status || ' until ' || coalesce(l.ends_on::text, 'never') as found
    from line l
    where (l.status = 'ending' and not exists (${covering}))
      or (l.status = 'active' and exists (${covering}))
      or (l.status in ('active', 'suspended', 'ending') and (l.ends_on is not null) <> exists (${covering}))`,

  'a contract is leaving exactly while it, or each of its lines, is': `
    select c.contract_id, c.status as what, coalesce(c.ends_on::text, 'never') as found from contract c
    where c.status in ('active', 'cancel_reserved') and (c.status = 'cancel_reserved') <> (
      exists (select 1 from procedure_order o where o.contract_id = c.contract_id
        and o.procedure = 'contractCancel' and o.state = 'reserved' and o.closed_at is null)
      or not exists (select 1 from line l where l.contract_id = c.contract_id
        and l.status in ('active', 'suspended', 'ending') and l.ends_on is null))`,
}

const page = pages.cancellation

export type CancellationOrder = ReturnType<typeof cancellation.read>

/** Its last day is over, and it is open whether it ends anything. */
const awaitsSuccession = ({ state }: { state: string }) => state === 'awaiting_succession'

/** 解約: of lines or of the whole contract, at a month's end; undone until the day before (domain.md §3, §8). */
export const cancellation = defineProcedure({
  names: ['lineCancel', 'contractCancel'],
  machine: cancellationStates,
  details: commonDetails,
  course: () => ['reserved', 'executed'],
  next: (order) => (awaitsSuccession(order) ? undefined : nextBooked(order, '最終利用日')),
  finishesOn: (order) => (awaitsSuccession(order) ? undefined : (order.effective_on ?? undefined)),
  booking(order) {
    // A queued booking has no day yet, and can be undone too.
    if (order.state !== 'reserved' && order.state !== 'queued') return undefined
    return {
      title: isWhole(order) ? 'ご契約の解約' : `${linesOf(order).length}回線の解約`,
      path: page,
    }
  },
  deadlines: (order) =>
    awaitsSuccession(order)
      ? []
      : bookingDeadlines(order, operationLabels[order.procedure], {
          kind: 'termination',
          label: '最終利用日',
          message: 'この日の24時に通信と通話が使えなくなります。',
        }),
  ending: (order) => ({
    lines: isWhole(order) ? 'all' : linesOf(order),
    ...(order.state === 'reserved' && order.effective_on !== null
      ? { lastDay: order.effective_on }
      : {}),
  }),
  carriedOut: 'afterItsDay',
  whenContractEnded: ({ state }) =>
    state === 'queued' ? ['order_ended', 'last_day_ended'] : ['last_day_ended'],
  whenLinesPortedOut: 'ported_out',
  oneAtATime: ['contractCancel'],
  laws: cancellationLaws,
  changesTerms: ['lineCancel'],
  termsChange: ({ requested_at: requestedAt }, lines, book) => ({
    rows: lines.map(({ number }) => ({ label: '解約した回線', value: number })),
    costs: [oneOffCharge('oneOff.cancellation', toTokyoDate(requestedAt), book)],
  }),
})

export type InitialCancelOrder = ReturnType<typeof initialCancel.read>

/** 初期契約解除: effective when sent, of the whole contract (domain.md §8). */
export const initialCancel = defineProcedure({
  names: ['initialCancel'],
  machine: initialCancellationStates,
  details: commonDetails.extend({
    /** The amount owed that the member confirmed (wire Totals). */
    owed: z.unknown().optional(),
  }),
  course: () => ['submitted', 'accepted'],
  oneAtATime: ['initialCancel'],
  // Its lines may be ported out before it is accepted: the contract has ended by that.
  whenContractEnded: () => ['accepted'],
  next: (order) => nextBooked(order, '契約の終了日'),
  closing: (facts, now) => {
    const { documentReceivedOn, serviceStartedOn } = facts
    if (documentReceivedOn === undefined || serviceStartedOn === undefined) return []
    if (!mayBegin('initialCancel', facts, now).ok) return []
    return [
      {
        kind: 'initialCancelEnd',
        title: '初期契約解除の期限',
        message: 'この日の24時までに送信された申し出が有効です。',
        at: initialCancellationClock(documentReceivedOn, serviceStartedOn).closesAt,
        path: pages.initialCancel,
      },
    ]
  },
})

/** Whether a booking of that name ends lines or the contract. */
const scopes = { lineCancel: 'line', contractCancel: 'contract' } as const

/** Whether the booking ends the whole contract. */
export function isWhole({ procedure }: { procedure: keyof typeof scopes }): boolean {
  return scopes[procedure] === 'contract'
}
