import { api } from '#protocol/index.ts'
import { addMonths, toTokyoMonth, type TokyoMonth } from '#domain/tokyo.ts'
import { billPage, pages } from '#vocabulary/pages.ts'
import type { openPages } from './pages.ts'
import type { Harness } from './harness.ts'
import { rowsOf } from './rows.ts'

type Member = Awaited<ReturnType<Harness['signIn']>>

/** One moment of a member: the same session for the wire and for the screens. */
export type Moment = {
  readonly harness: Harness
  readonly member: Member
  readonly open: ReturnType<Awaited<ReturnType<typeof openPages>>>['open']
  readonly lastMonth: TokyoMonth
}

type Source = { readonly where: string; read: (at: Moment) => Promise<string | undefined> }

/** What a screen, a CSV or a document says: the first group of the pattern, without the commas of thousands. */
const page = (
  path: string | ((at: Moment) => string),
  pattern: RegExp | ((at: Moment) => RegExp),
): Source => ({
  where: typeof path === 'string' ? path : path.name,
  read: async (at) => {
    const { text, html } = await at.open(typeof path === 'string' ? path : path(at))
    const found = (pattern instanceof RegExp ? pattern : pattern(at)).exec(
      text === '' ? html : text,
    )?.[1]
    return found?.replaceAll(',', '')
  },
})
const wire = (
  where: string,
  read: (at: Moment) => Promise<number | string | undefined>,
): Source => ({
  where,
  read: async (at) => (await read(at))?.toString(),
})
/** Nothing owed is nothing said. */
const aboveZero = (yen: number | undefined) => (yen === 0 ? undefined : yen)

const billOfLastMonth = (at: Moment) => billPage(at.lastMonth)
const yearCsv = (at: Moment) =>
  `${pages.billingYearCsv}?year=${addMonths(at.lastMonth, 1).slice(0, 4)}`
const monthWords = (month: TokyoMonth) => `${month.slice(0, 4)}年${Number(month.slice(5))}月分`

/**
 * Every figure of a member and every place that says it: of one fact no two places may say different things. A new screen
 * is one more line.
 */
export const figures: Readonly<Record<string, readonly Source[]>> = {
  未払いの合計: [
    wire('billingUnpaidGet', async ({ member }) =>
      aboveZero((await member.call(api.billingUnpaidGet)).totalYen),
    ),
    page(pages.top, /お支払いの確認ができていません（([\d,]+)円/),
    page(pages.billing, /お支払いが確認できていない料金\s*([\d,]+)円/),
    page(pages.card, /未払いの料金が([\d,]+)円/),
  ],
  今日までの料金: [
    wire(
      'billingReserveGet',
      async ({ member }) => (await member.call(api.billingReserveGet)).soFar.totalYen,
    ),
    page(pages.top, /月分・今日まで\s*([\d,]+)円/),
    page(pages.billing, /月分・今日まで\s*([\d,]+)円/),
  ],
  月末の見込み: [
    wire(
      'billingReserveGet',
      async ({ member }) => (await member.call(api.billingReserveGet)).forecast.expectedYen,
    ),
    page(pages.top, /月末の見込み\s*約([\d,]+)円/),
    page(pages.billing, /月末の見込み\s*約([\d,]+)円/),
  ],
  これから引き落とす請求: [
    wire(
      'billingReserveGet',
      async ({ member }) => (await member.call(api.billingReserveGet)).due?.amountYen,
    ),
    wire('bill', async ({ harness, member: { accountId } }) => {
      const own = await rowsOf(harness, 'contract', ['contract_id'], { account_id: accountId })
      const contract_id = own[0]?.contract_id ?? ''
      const [bill] = await rowsOf(harness, 'bill', ['total_yen'], { contract_id, state: 'fixed' })
      return bill?.total_yen
    }),
  ],
  前の月の請求: [
    wire('billingStatusGet', async ({ member, lastMonth }) => {
      const { bills } = await member.call(api.billingStatusGet)
      return bills.find(({ month }) => month.toString() === lastMonth)?.totalYen
    }),
    wire('billingMonthsGet', async ({ member, lastMonth }) => {
      const { months } = await member.call(api.billingMonthsGet)
      return months.find(({ month }) => month.toString() === lastMonth)?.totalYen
    }),
    page(
      pages.billing,
      ({ lastMonth }) => new RegExp(`${monthWords(lastMonth)}\\s*([\\d,]+)円[＋−]?`),
    ),
    page(billOfLastMonth, /分の請求.*?(?:→|分)\s*([\d,]+)円/s),
    page(yearCsv, ({ lastMonth }) => new RegExp(`,${lastMonth},(\\d+),`)),
  ],
  端末の分割払いの残り: [
    wire('contractTerminalNoticeGet', async ({ member }) =>
      aboveZero(
        (await member.call(api.contractTerminalNoticeGet)).terminals[0]?.instalments?.remainingYen,
      ),
    ),
    wire(
      'simCancelPaymentGet',
      async ({ member }) => (await member.call(api.simCancelPaymentGet)).remainingInstalmentsYen,
    ),
    page(pages.devices, /お支払いの残り\s*([\d,]+)円/),
    page(pages.cancellation, /端末の分割払いの残り\s*([\d,]+)円/),
  ],
  データの残り: [
    page(pages.top, /残り\s+([\d.,]+)\s*[GM]B/),
    page(pages.topUp, /現在の残り\s*([\d.,]+)\s*[GM]B/),
  ],
}

/** What each place says of each figure at this moment; places that say nothing of it are left out. */
export async function figuresAt(at: Omit<Moment, 'lastMonth'>) {
  const lastMonth = addMonths(toTokyoMonth(at.harness.clock.now()), -1)
  const told: { figure: string; where: string; says: string }[] = []
  for (const [figure, sources] of Object.entries(figures))
    for (const { where, read } of sources) {
      const says = await read({ ...at, lastMonth })
      if (says !== undefined) told.push({ figure, where, says })
    }
  return told
}
