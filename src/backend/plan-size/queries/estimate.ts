import type { ContractRow, LineRow } from '#backend/contract/contracts.ts'
import { monthlyChange, monthlyUse, servedLines } from '#backend/contract/monthly-use.ts'
import { totalsOf } from '#backend/contract/totals.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { LoadedContract } from '#backend/contract/load.ts'
import { RefusalError } from '#backend/refusal.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { formatDay, formatUntil } from '#backend/mail/japanese-date.ts'
import { conditionsOf } from '#backend/procedure/conditions.ts'
import { oneOffCharge } from '#domain/billing/charge.ts'
import { isPlanCode, planOn, type PlanCode } from '#domain/catalogue/plan.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import type { OptionFact } from '#domain/option/decide-option.ts'
import { sizeBefore } from '#domain/plan-size/booked-sizes.ts'
import { planSizeTiming } from '#domain/plan-size/timing.ts'
import { formatRfc3339, toTokyoMonth, type Instant } from '#domain/tokyo.ts'

/** What booking another size now would mean; whether it is allowed is asked apart. Both months at the new day's rates. */
function workOut(
  asked: {
    contract: ContractRow
    lines: readonly LineRow[]
    active: readonly OptionFact[]
    from: PlanCode
    to: PlanCode
    sealing: Sealing
    book: PriceBook
  },
  now: Instant,
) {
  const { from, to, sealing, book } = asked
  const use = monthlyUse(asked, asked.active)
  const { effectiveOn, closesAt = now, undoUntil = now } = planSizeTiming(now)
  const fee = oneOffCharge('oneOff.planSizeChange', effectiveOn, book)
  const estimate = {
    operation: 'planSizeChange' as const,
    lines: servedLines(asked.lines).map((line) => toLineName(line, sealing)),
    changes: [
      {
        label: 'データ容量',
        before: planOn(from, effectiveOn).name,
        after: planOn(to, effectiveOn).name,
      },
    ],
    effectiveOn,
    effectiveAt: formatRfc3339(planSizeTiming(now).effectiveAt),
    closesAt: formatRfc3339(closesAt),
    oneOff: totalsOf([fee], effectiveOn, book),
    ...(fee.amountTenthsYen === 0 ? {} : { oneOffBillMonth: toTokyoMonth(now) }),
    ...monthlyChange({ ...use, planCode: from }, { ...use, planCode: to }, effectiveOn, book),
    interruption: { expected: false, message: '通信や通話が止まることはありません。' },
    undoUntil: formatRfc3339(undoUntil),
    blockedMeanwhile: [],
    notices: [
      `${formatDay(effectiveOn)}の0時に新しいデータ容量になります。日割りはありません。`,
      `${formatUntil(undoUntil)}までは、取り消しや別の容量への変更ができます。`,
    ],
  }
  return { ...estimate, conditions: conditionsOf(estimate, { to }) }
}

export type PlanSizeEstimate = ReturnType<typeof workOut>

/** ours: what is left of the old size's base grant carries on as it would without a change. */
export const carryMessage =
  '変更前のデータ容量で付与された残りのデータ量は、翌月末まで繰り越して使えます。データチャージの残りもそのまま使えます。'

/** What 確認 shows of a size that is asked for. @throws RefusalError PLAN_NOT_ON_SALE for a code the catalogue does not have */
export function estimateSize(
  { sealing, book }: { readonly sealing: Sealing; readonly book: PriceBook },
  known: LoadedContract & { readonly active: readonly OptionFact[] },
  plan: number,
  now: Instant,
) {
  if (!isPlanCode(plan)) throw new RefusalError('PLAN_NOT_ON_SALE')
  const from = sizeBefore(known.facts, now)
  return workOut({ ...known, from, to: plan, sealing, book }, now)
}
