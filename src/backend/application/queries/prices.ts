import { createHash } from 'node:crypto'
import { canonical } from '#backend/audit.ts'
import { toWireBillLine, toWireTotals } from '#backend/contract/totals.ts'
import { RefusalError } from '#backend/refusal.ts'
import { expectedArrival } from '#backend/sim/public.ts'
import {
  isTakenOver,
  orderedLines,
  orderedOptions,
  type Answers,
  type ApplicationLine,
  type ChosenOption,
} from '#domain/application/answers.ts'
import { lineUse, ordinaryBillByLine, type MonthlyUse } from '#domain/billing/ordinary-month.ts'
import { options } from '#domain/catalogue/option.ts'
import { isPlanCode, planOn } from '#domain/catalogue/plan.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { firstBills, quote } from '#domain/catalogue/quote.ts'
import { firstMonthBytes } from '#domain/data/grant.ts'
import { handoverTiming } from '#domain/handover/timing.ts'
import { paymentSchedule } from '#domain/policy/payment-schedule.ts'
import {
  addMonths,
  monthOf,
  toTokyoDate,
  toTokyoMonth,
  type Instant,
  type TokyoDate,
} from '#domain/tokyo.ts'
import type { LineKind } from '#vocabulary/line.ts'

/** What a price is worked out for: the lines of an application and the options that fit them. */
type Priced = {
  readonly plan: number
  readonly lines: readonly ApplicationLine[]
  readonly options: readonly Pick<ChosenOption, 'line' | 'code'>[]
}

/** A line without a kind yet is priced as the dearest: the price goes down on the way, and never up. */
const UNANSWERED: LineKind = 'voice'

/** What can be priced of the answers so far; undefined until the data size is answered. */
export function pricedAnswers(answers: Answers, now: Instant): Priced | undefined {
  if (answers.plan === undefined) return undefined
  const lines = orderedLines(answers)
  const fits = ({ line, code }: Priced['options'][number]) => {
    const on = line === undefined ? lines : [lines[line - 1]]
    return on.some((one) => one !== undefined && options[code].kinds.includes(kindOf(one)))
  }
  const chosen = orderedOptions(answers, toTokyoDate(now)).filter(fits)
  return { plan: answers.plan, lines, options: chosen }
}

const kindOf = ({ kind = UNANSWERED }: ApplicationLine) => kind

/**
 * What an application costs: by the functions of the fee simulator and of the bill.
 * @throws RefusalError of the quote's own codes.
 */
export function priceOf(
  asked: Priced,
  now: Instant,
  book: PriceBook,
  /** The first day of use, where it is known better than by the day of the order. */
  known?: TokyoDate,
) {
  if (!isPlanCode(asked.plan)) throw new RefusalError('PLAN_NOT_ON_SALE')
  const on = toTokyoDate(now)
  const use: MonthlyUse = {
    planCode: asked.plan,
    lines: asked.lines.map((line, n) =>
      lineUse(kindOf(line), {
        ...(isTakenOver(line) && { hasSim: true }),
        options: asked.options.filter(({ line }) => (line ?? 1) === n + 1).map(({ code }) => code),
      }),
    ),
  }
  const outcome = quote(use, on, addMonths(toTokyoMonth(now), 1), book)
  if (!outcome.ok) throw new RefusalError(outcome)
  const plan = planOn(asked.plan, on)
  const isPosted = asked.lines.some(({ size }) => size !== 'esim')
  const isComing = asked.lines.some(isTakenOver)
  const ordinary = isComing ? handoverTiming(now).firstDay : isPosted ? expectedArrival(now) : on
  const startsOn = known ?? ordinary
  const byLine = ordinaryBillByLine(use, monthOf(on), book)
  return {
    on,
    plan: asked.plan,
    planName: plan.name,
    baseBytes: plan.baseBytes,
    oneOff: toWireTotals(outcome.value.oneOff),
    monthly: toWireTotals(outcome.value.monthly),
    byLine: [
      ...byLine.lines.map((charges, n) => ({ line: n + 1, charges: charges.map(toWireBillLine) })),
      { charges: byLine.contract.map(toWireBillLine) },
    ],
    startsOn,
    firstBills: firstBills(use, startsOn, book).map((bill) => ({
      month: bill.month,
      chargeOn: paymentSchedule(bill.month).chargeOn,
      totals: toWireTotals(bill),
    })),
    firstMonthBytes: firstMonthBytes(plan.baseBytes, startsOn),
    notes: [
      isComing
        ? '最初の月の月額料金は、1か月分です。回線は月の初めの0時に切り替わります。'
        : '最初の月の月額料金は、開通した日からの日割りです。データ容量も同じ割合になります。開通の日により、最初の請求の金額とデータ容量は変わります。',
      '通話料とSMSの料金は、使った分を翌月に請求します。',
      '税抜の料金は税込にそろえて合計し、1円未満は請求ごとに1回だけ切り捨てます。',
    ],
  }
}

/** The fingerprint of what is confirmed at the end: every price, and the answers it is for. */
export function conditionsOf(prices: ReturnType<typeof priceOf>, request: unknown): string {
  const { oneOff, monthly, firstBills: bills, firstMonthBytes: data, plan } = prices
  return createHash('sha256')
    .update(canonical({ plan, oneOff, monthly, bills, data, wanted: request }))
    .digest('base64url')
}
