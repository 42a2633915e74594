import { api } from '#protocol/index.ts'
import { addMonths } from '#domain/tokyo.ts'
import { formatDayOfMonth, formatVolume } from '#ui/format.ts'
import { billPage, pages, payPage } from '#vocabulary/pages.ts'
import {
  aboveZero,
  drawing,
  monthWords,
  page,
  readFigures,
  wire,
  type Figures,
  type Moment,
} from './figures-sources.ts'
import { rowsOf } from './rows.ts'

const billOfLastMonth = (at: Moment) => billPage(at.lastMonth)
const billOfThisMonth = (at: Moment) => billPage(addMonths(at.lastMonth, 1))
const yearOf = (at: Moment) => addMonths(at.lastMonth, 1).slice(0, 4)
const yearCsv = (at: Moment) => `${pages.billingYearCsv}?year=${yearOf(at)}`
const yearPage = (at: Moment) => `${pages.billingYear}?year=${yearOf(at)}`
/** Where a bill that can be paid is paid, with the points there are for it. */
async function payOneBill({ member }: Moment) {
  const { bills } = await member.call(api.billingStatusGet)
  const payable = bills.find(({ payableYen }) => payableYen !== undefined)
  return payable && payPage(payable.billId)
}

const reserve = ({ member }: Moment) => member.call(api.billingReserveGet)
const residual = ({ member }: Moment) => member.call(api.highSpeedResidualGet)
const usage = ({ member }: Moment) => member.call(api.statusUsageGet)
const forecast = async (at: Moment) => (await usage(at)).forecast

const volume = String.raw`([\d.,]+\s*[GM]B)`
const yen = String.raw`([\d,]+)円`

const money: Figures = {
  未払いの合計: [
    wire('billingUnpaidGet', async ({ member }) =>
      aboveZero((await member.call(api.billingUnpaidGet)).totalYen),
    ),
    wire('simCancelPaymentGet', async ({ member }) =>
      aboveZero((await member.call(api.simCancelPaymentGet)).unpaidYen),
    ),
    page(pages.top, new RegExp(`お支払いの確認ができていません（${yen}`)),
    page(pages.billing, new RegExp(`お支払いが確認できていない料金\\s*${yen}`)),
    page(pages.card, new RegExp(`未払いの料金が${yen}`)),
    page(pages.lite, new RegExp(`確認ができていない料金が${yen}`)),
    page(pages.pay, new RegExp(`(?:か月分の合計|\\d月分)[^\\d]*${yen}`)),
  ],
  今日までの料金: [
    wire('billingReserveGet', async (at) => (await reserve(at)).soFar.totalYen),
    page(pages.top, new RegExp(`月分・今日まで\\s*${yen}`)),
    page(pages.billing, new RegExp(`月分・今日まで\\s*${yen}`)),
    page(pages.lite, new RegExp(`月・今日まで\\s*${yen}`)),
    page(billOfThisMonth, new RegExp(`${yen}\\s*今日までの料金`)),
  ],
  月末の見込み: [
    wire('billingReserveGet', async (at) => (await reserve(at)).forecast.expectedYen),
    page(pages.top, new RegExp(`月末の見込み\\s*約${yen}`)),
    page(pages.billing, new RegExp(`月末の見込み\\s*約${yen}`)),
    page(billOfThisMonth, new RegExp(`月末には約${yen}`)),
  ],
  これからカードへ請求する額: [
    wire('billingReserveGet', async (at) => (await reserve(at)).due?.amountYen),
    wire('bill', async ({ harness, member: { accountId } }) => {
      const own = await rowsOf(harness, 'contract', ['contract_id'], { account_id: accountId })
      const contract_id = own[0]?.contract_id ?? ''
      const [bill] = await rowsOf(harness, 'bill', ['total_yen'], { contract_id, state: 'fixed' })
      return bill?.total_yen
    }),
    page(pages.billing, new RegExp(`月分のお支払い\\s*${yen}`)),
    page(pages.lite, new RegExp(`月分のお支払い\\s*${yen}`)),
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
      ({ lastMonth }) => new RegExp(`${monthWords(lastMonth)}\\s*([\\d,]+)円[＋−]`),
    ),
    page(billOfLastMonth, /分の請求.*?(?:→|分)\s*([\d,]+)円/s),
    page(pages.lite, ({ lastMonth }) => new RegExp(`${monthWords(lastMonth)}の請求\\s*${yen}`)),
    page(yearPage, ({ lastMonth }) => new RegExp(`（.）${yen}[\\d,]+円${monthWords(lastMonth)}`)),
    page(yearCsv, ({ lastMonth }) => new RegExp(`,${lastMonth},(\\d+),`)),
  ],
  端末の分割払いの残り: [
    wire('contractTerminalNoticeGet', async ({ member }) =>
      aboveZero(
        (await member.call(api.contractTerminalNoticeGet)).terminals[0]?.instalments?.remainingYen,
      ),
    ),
    wire('simCancelPaymentGet', async ({ member }) =>
      aboveZero((await member.call(api.simCancelPaymentGet)).remainingInstalmentsYen),
    ),
    page(pages.devices, new RegExp(`お支払いの残り\\s*${yen}`)),
    page(pages.cancellation, new RegExp(`端末の分割払いの残り\\s*${yen}`)),
  ],
  ポイントの残高: [
    wire('pointGet', async ({ member }) => (await member.call(api.pointGet)).balance),
    page(pages.point, /使えるポイント\s*([\d,]+)ポイント/),
    page(payOneBill, /残高 ([\d,]+)ポイント/),
  ],
}

const data: Figures = {
  データの残り: [
    wire('highSpeedResidualGet', async (at) =>
      formatVolume((await residual(at)).totalBytes, 'residual'),
    ),
    page(pages.top, new RegExp(`残り\\s+${volume}`)),
    page(pages.topUp, new RegExp(`現在の残り\\s*${volume}`)),
    page(pages.lite, new RegExp(`データの残り\\s*${volume}`)),
  ],
  今日の利用: [
    wire('highSpeedResidualGet', async (at) =>
      formatVolume((await residual(at)).usedTodayBytes, 'used'),
    ),
    wire('statusUsageGet', async (at) =>
      formatVolume((await usage(at)).today.highSpeedBytes, 'used'),
    ),
    page(pages.lite, new RegExp(`今日の利用\\s*${volume}`)),
    drawing(pages.top, new RegExp(`高速 ${volume}、低速 [^（、]*（暫定値）`)),
  ],
  今月の利用: [
    wire('highSpeedResidualGet', async (at) =>
      formatVolume((await residual(at)).usedThisMonthBytes, 'used'),
    ),
    wire('statusUsageGet', async (at) =>
      formatVolume((await usage(at)).thisMonth.highSpeedBytes, 'used'),
    ),
    page(pages.top, new RegExp(`今月の利用\\s*${volume}`)),
  ],
  データの月末の見込み: [
    wire('statusUsageGet', async (at) => {
      const expected = (await forecast(at))?.expectedBytes
      return expected && formatVolume(expected, 'used')
    }),
    page(pages.usage, new RegExp(`月の見込み\\s*${volume}`)),
  ],
  足りないデータ: [
    wire('statusUsageGet', async (at) => {
      const short = aboveZero((await forecast(at))?.shortageBytes)
      return short && formatVolume(short, 'used')
    }),
    page(pages.usage, new RegExp(`約${volume}不足`)),
    page(pages.top, new RegExp(`約${volume}足りません`)),
  ],
  データがなくなる日: [
    wire('statusUsageGet', async (at) => {
      const day = (await forecast(at))?.emptyOn
      return day && formatDayOfMonth(day)
    }),
    page(pages.usage, /このままなら\s*(\d+日（.）)/),
    page(pages.top, /使い方なら\s*(\d+日（.）)ごろ/),
  ],
}

/** What screens, the wire and CSVs say. Of one fact no two places may say different things; a new screen is one more line. */
export const figures: Figures = { ...money, ...data }

export const figuresAt = (at: Omit<Moment, 'lastMonth'>) => readFigures(figures, at)
