import type { OptionCode } from '#vocabulary/option.ts'
import type { LineKind } from '#vocabulary/line.ts'
import { toWireTotals } from '#backend/contract/totals.ts'
import { RefusalError } from '#backend/refusal.ts'
import { callsFromMinutes } from '#domain/catalogue/call.ts'
import { lineUse, type LineUse } from '#domain/billing/ordinary-month.ts'
import { options } from '#domain/catalogue/option.ts'
import { isPlanCode, planOn } from '#domain/catalogue/plan.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { firstMonthBytes } from '#domain/data/grant.ts'
import { quote, QUOTE_MONTHS } from '#domain/catalogue/quote.ts'
import { addMonths, toTokyoDate, toTokyoMonth } from '#domain/tokyo.ts'

export type QuoteQuery = {
  plan: number
  kind: readonly LineKind[]
  option?: readonly OptionCode[] | undefined
  callMinutes?: number | undefined
  calls?: number | undefined
  talkMinutes?: number | undefined
  messages?: number | undefined
}

/** Characters of a message that is quoted (the shortest step of the price list). */
const SHORT_MESSAGE = 70

/**
 * What a month and 24 months cost at the rates of today; the 24 months begin with the next full one.
 * @throws RefusalError of the quote's own codes.
 */
export function quoteFor(query: QuoteQuery, now: Temporal.Instant, book: PriceBook) {
  if (!isPlanCode(query.plan)) throw new RefusalError('PLAN_NOT_ON_SALE')
  const unfit = query.option?.find((code) => !query.kind.some((kind) => fits(code, kind)))
  if (unfit !== undefined)
    throw new RefusalError({
      code: 'OPTION_NOT_FOR_LINE_KIND',
      facts: { option: unfit },
      fields: { option: [`${options[unfit].name}は、選んだ種類のSIMではご利用いただけません。`] },
    })
  const on = toTokyoDate(now)
  const outcome = quote(
    { planCode: query.plan, lines: linesOf(query) },
    on,
    addMonths(toTokyoMonth(now), 1),
    book,
  )
  if (!outcome.ok) throw new RefusalError(outcome)
  const { monthly, oneOff, total24Yen, from } = outcome.value
  const plan = planOn(query.plan, on)
  return {
    on,
    plan: query.plan,
    planName: plan.name,
    baseBytes: plan.baseBytes,
    firstMonthBytes: firstMonthBytes(plan.baseBytes, on),
    monthly: toWireTotals(monthly),
    oneOff: toWireTotals(oneOff),
    total24Yen,
    from,
    notes: notesOn(query),
  }
}

/** Every option on each line it fits; all calls on the first voice line, all messages on the first that can send them. */
function linesOf(query: QuoteQuery): LineUse[] {
  const caller = query.kind.indexOf('voice')
  const sender = query.kind.findIndex((kind) => kind !== 'data')
  return query.kind.map((kind, index) =>
    lineUse(kind, {
      options: (query.option ?? []).filter((code) => fits(code, kind)),
      ...(index === caller
        ? {
            callSeconds: callSeconds(query.callMinutes ?? 0, query.calls ?? 0),
            talkSeconds: callSeconds(query.talkMinutes ?? 0, 0),
          }
        : {}),
      ...(index === sender
        ? { messages: [{ characters: SHORT_MESSAGE, times: query.messages ?? 0 }] }
        : {}),
    }),
  )
}

function fits(code: OptionCode, kind: LineKind): boolean {
  return options[code].kinds.includes(kind)
}

/** The minutes spread evenly over the calls; calls of a typical length when their number is not given. */
function callSeconds(minutes: number, calls: number): readonly number[] {
  if (calls === 0 || minutes === 0) return callsFromMinutes(minutes)
  const seconds = minutes * 60
  const each = Math.floor(seconds / calls)
  const longer = seconds - each * calls
  return Array.from({ length: calls }, (_, n) => Math.max(1, each + (n < longer ? 1 : 0)))
}

function notesOn(query: QuoteQuery): string[] {
  const hasVoice = query.kind.includes('voice')
  const talks = (query.callMinutes ?? 0) > 0 || (query.talkMinutes ?? 0) > 0
  const sends = (query.messages ?? 0) > 0
  return [
    `月額料金は1か月分で計算しています。使い始めた月は日割りになるため、実際の${QUOTE_MONTHS}か月の合計はこれより少なくなることがあります。`,
    '税抜の料金は税込にそろえて合計し、1円未満は請求ごとに1回だけ切り捨てます。請求書と同じ計算です。',
    ...(talks && !hasVoice
      ? ['音声通話SIMがないため、通話料は含めていません。通話するには音声通話SIMが必要です。']
      : []),
    ...(talks && hasVoice && (query.calls ?? 0) === 0
      ? ['通話の回数の入力がないため、1回3分の通話として計算しています。']
      : []),
    ...(sends && query.kind.every((kind) => kind === 'data')
      ? ['データSIMではSMSを送れないため、SMSの料金は含めていません。']
      : []),
    ...(sends && query.kind.some((kind) => kind !== 'data')
      ? [`SMSは1通${SHORT_MESSAGE}文字以内、国内あてとして計算しています。`]
      : []),
  ]
}
