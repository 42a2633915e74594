import { pages } from '#vocabulary/pages.ts'
import { z } from 'zod'
import { planName } from '#backend/contract/wording.ts'
import { bookingDeadlines, nextBooked } from '#backend/procedure/booking-dates.ts'
import { commonDetails, defineProcedure } from '#backend/procedure/define.ts'
import { oneOffCharge } from '#domain/billing/charge.ts'
import { planCodes } from '#domain/catalogue/plan.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { planSizeTiming } from '#domain/plan-size/timing.ts'
import { planSizeStates } from '#domain/plan-size/booking-states.ts'
import { toTokyoDate } from '#domain/tokyo.ts'

/** What holds of contracts whose size was changed. */
const planSizeLaws = {
  'the size in force is the last one applied': `
    select c.contract_id, c.plan_code::text as what, a.order_no || ' to ' || a.to_plan as found
    from contract c join (
      select distinct on (contract_id) contract_id, order_no, details->>'toPlan' as to_plan
      from procedure_order where procedure = 'planSizeChange' and state = 'applied'
      order by contract_id, effective_on desc) a using (contract_id)
    where c.plan_code::text <> a.to_plan`,
}

const page = pages.planSize

const planCode = z.literal(planCodes)

export type SizeBooking = ReturnType<typeof planSizeChange.read>

/** データ容量の変更: booked for the 1st, replaced or undone until the cut-off (domain.md §3). */
export const planSizeChange = defineProcedure({
  names: ['planSizeChange'],
  machine: planSizeStates,
  details: commonDetails.extend({
    fromPlan: planCode,
    toPlan: planCode,
    /** The booking that this one replaced. */
    replacedOrderNo: z.string().optional(),
    replacedTitle: z.string().optional(),
  }),
  course: () => ['reserved', 'applied'],
  title: titleOf,
  next: (order) => nextBooked(order, '適用日'),
  booking: ({ state, details: { fromPlan, toPlan } }) =>
    state === 'reserved'
      ? { title: `データ容量を${planName(fromPlan)}から${planName(toPlan)}に変更`, path: page }
      : undefined,
  deadlines: (order) =>
    bookingDeadlines(order, titleOf(order), {
      kind: 'takesEffect',
      label: '適用日',
      message: 'この日の0時に新しいデータ容量になります。',
    }),
  closing: (facts, now) => {
    const { closesAt } = planSizeTiming(now)
    if (closesAt === undefined || !mayBegin('planSizeChange', facts, now).ok) return []
    return [
      {
        kind: 'cutOff',
        title: '翌月からのデータ容量変更の締め切り',
        message: 'これを過ぎた予約は、その次の月からの適用になります。',
        at: closesAt,
        path: page,
      },
    ]
  },
  extras: ({ details: { replacedOrderNo: orderNo, replacedTitle: title } }) =>
    orderNo === undefined || title === undefined ? {} : { replaced: { orderNo, title } },
  carriedOut: 'onItsDay',
  whenContractEnded: () => ['contract_ended'],
  laws: planSizeLaws,
  changesTerms: ['planSizeChange'],
  termsChange: ({ details: { fromPlan, toPlan }, requested_at: requestedAt }, _lines, book) => ({
    rows: [{ label: 'データ容量', value: `${planName(fromPlan)}から${planName(toPlan)}へ` }],
    costs: [oneOffCharge('oneOff.planSizeChange', toTokyoDate(requestedAt), book)],
  }),
})

function titleOf({
  details: { fromPlan, toPlan },
}: {
  details: { fromPlan: number; toPlan: number }
}) {
  return `データ容量の変更（${planName(fromPlan)}から${planName(toPlan)}へ）`
}
