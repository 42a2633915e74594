import { expect, test } from 'vitest'
import { publishedPrices, requireRate } from '../catalogue/price-book.ts'
import { yen } from '../money.ts'
import { startOfDay, tokyoDate, tokyoMonth } from '../tokyo.ts'
import type { BilledLine, BillFacts } from './bill-facts.ts'
import {
  bookedOn,
  endOf,
  kindFrom,
  lineFrom,
  NEXT_BILLS,
  nextBills,
  optionFrom,
  optionUntil,
  sizeFrom,
  together,
} from './next-bills.ts'
import { oneOffCharge } from './charge.ts'

const begin = tokyoDate('2026-10-01')
const tenth = tokyoDate('2026-11-10')

function line(lineId: string, place: number, changes: Partial<BilledLine> = {}): BilledLine {
  const from = startOfDay(begin)
  return {
    lineId,
    places: [{ from, value: place }],
    kinds: [{ from, value: 'voice' }],
    firstDay: begin,
    options: [],
    ...changes,
  }
}

const facts: BillFacts = {
  month: tokyoMonth('2026-11'),
  sizes: [{ from: startOfDay(begin), value: 13 }],
  lines: [line('one', 1), line('two', 4)],
  contractOptions: [],
  booked: [],
  traffic: [],
  discounts: [],
}

test('確認で示す請求は、今月から3か月分', () => {
  expect(NEXT_BILLS).toBe(3)
})

test('追加する回線は、いちばん後ろに、1つ違いで並ぶ', () => {
  const added = lineFrom('data', tenth)(facts).lines.at(-1)
  expect(added?.places.map(({ value }) => value)).toEqual([5])
  const alone = lineFrom('data', tenth)({ ...facts, lines: [] }).lines.at(-1)
  expect(alone?.places.map(({ value }) => value)).toEqual([1])
})

test('終わりの日は、名指しした回線だけに、早まるときだけ付く', () => {
  const ending = { ...facts, lines: [line('one', 1, { lastDay: tenth }), line('two', 2)] }
  const lastDays = (day: string) =>
    endOf(['one'], tokyoDate(day))(ending).lines.map(({ lastDay }) => lastDay)
  expect(lastDays('2026-11-30')).toEqual(['2026-11-10', undefined])
  expect(lastDays('2026-11-09')).toEqual(['2026-11-09', undefined])
})

test('種別は、その回線だけが変わり、新しい種別で使えないオプションはその日に終わる', () => {
  const active = [
    { code: 'voicemail', from: begin },
    { code: 'callWaiting', from: begin, to: tokyoDate('2026-11-09') },
    { code: 'forwarding', from: begin, to: tenth },
    { code: 'internationalCallStop', from: begin, to: tokyoDate('2026-11-30') },
    { code: 'deviceCover', from: begin },
  ] as const
  const two = [line('one', 1, { options: active }), line('two', 2, { options: active })]
  const [one, other] = kindFrom('one', 'data', tenth)({ ...facts, lines: two }).lines
  expect(one?.kinds.map(({ value }) => value)).toEqual(['voice', 'data'])
  expect(one?.options.map(({ code, to }) => [code, to])).toEqual([
    ['voicemail', '2026-11-10'],
    ['callWaiting', '2026-11-09'],
    ['forwarding', '2026-11-10'],
    ['internationalCallStop', '2026-11-10'],
    ['deviceCover', undefined],
  ])
  expect(other).toEqual(two[1])
})

test('オプションは、名指しした回線かご契約だけに加わり、終わるはずだったものは続く', () => {
  const voicemail = { code: 'voicemail', lineId: 'two' } as const
  const [one, two] = optionFrom(voicemail, tenth)(facts).lines
  expect(one?.options).toEqual([])
  expect(two?.options).toEqual([{ code: 'voicemail', from: tenth }])

  const ofContract = optionFrom({ code: 'publicWifi' }, tenth)(facts)
  expect(ofContract.contractOptions).toEqual([{ code: 'publicWifi', from: tenth }])
  expect(ofContract.lines).toEqual(facts.lines)

  const until = (to: string) => ({
    ...facts,
    contractOptions: [
      { code: 'magazines', from: begin, to: tokyoDate('2026-12-31') },
      { code: 'publicWifi', from: begin, to: tokyoDate(to) },
    ] as const,
  })
  const joined = (to: string) =>
    optionFrom(
      { code: 'publicWifi' },
      tenth,
    )(until(to)).contractOptions.map(({ code, from, to: last }) => [code, from, last])
  const magazines = ['magazines', begin, '2026-12-31']
  expect(joined('2026-11-10')).toEqual([magazines, ['publicWifi', begin, undefined]])
  expect(joined('2026-11-09')).toEqual([
    magazines,
    ['publicWifi', begin, '2026-11-09'],
    ['publicWifi', tenth, undefined],
  ])
})

test('やめたオプションの最終日は、続いているそのオプションだけに付く', () => {
  const active = {
    ...facts,
    contractOptions: [
      { code: 'publicWifi', from: begin, to: tokyoDate('2026-10-31') },
      { code: 'publicWifi', from: tenth },
      { code: 'magazines', from: begin },
    ] as const,
  }
  const left = optionUntil({ code: 'publicWifi' }, tokyoDate('2026-11-30'))(active)
  expect(left.contractOptions.map(({ to }) => to)).toEqual(['2026-10-31', '2026-11-30', undefined])
})

test('一度だけの費用は、その日の月の請求だけに載り、0円のものは載らない', () => {
  const issue = oneOffCharge('oneOff.simIssue', tenth, publishedPrices)
  const free = oneOffCharge('oneOff.cancellation', tenth, publishedPrices)
  const months = [facts, { ...facts, month: tokyoMonth('2026-12') }]
  const booked = months.map((month) => bookedOn([issue, free], tenth)(month).booked)
  expect(
    booked.map((one) => one.map(({ amountTenthsYen, source }) => [amountTenthsYen, source])),
  ).toEqual([[[issue.amountTenthsYen, 'wish']], []])
})

test('前後の請求は、いくつかの変更を順に当てて、請求と同じ計算で求める', () => {
  const both = together(sizeFrom(18, tokyoDate('2026-12-01')), sizeFrom(20, tenth))
  const december = { ...facts, month: tokyoMonth('2026-12'), lines: [line('one', 1)] }
  const [bill] = nextBills([december], both, publishedPrices)
  // 1,080 × 1.1 + 3.3; 1,680 × 1.1 + 3.3: the later request replaces what was to come after it.
  expect([bill?.before.totalYen, bill?.after.totalYen]).toEqual([1191, 1851])
})

test('利用のない月でも、費用と通話が1つずつあれば請求になる', () => {
  const row = requireRate(publishedPrices, 'voice.per30s', tenth)
  const issue = oneOffCharge('oneOff.simIssue', tenth, publishedPrices)
  const gone = {
    ...bookedOn([issue], tenth)({ ...facts, lines: [] }),
    traffic: [{ lineId: 'one', kind: 'voice', row, units: 2, taxOn: tenth }] as const,
  }
  expect(nextBills([gone], together(), publishedPrices)[0]?.before.lines).toHaveLength(2)
})

test('割引は、1つにつき1行', () => {
  const discounts = [
    { off: 'base', lineId: undefined, option: undefined, amountYen: yen(100), source: 'spring' },
  ] as const
  const [bill] = nextBills([{ ...facts, discounts }], together(), publishedPrices)
  expect(
    bill?.before.lines
      .filter(({ kind }) => kind === 'discount')
      .map(({ quantity, amountTenthsYen }) => [quantity, amountTenthsYen]),
  ).toEqual([[1, -1000]])
})

test('1日に始まる回線は日割りにせず、末日に始まる回線にもユニバーサルサービス料などがかかる', () => {
  const linesOf = (firstDay: string) =>
    nextBills(
      [{ ...facts, lines: [line('one', 1, { firstDay: tokyoDate(firstDay) })] }],
      together(),
      publishedPrices,
    )[0]?.before.lines.map(({ kind, proration }) => [kind, proration])
  expect(linesOf('2026-11-01')).toEqual([
    ['base', undefined],
    ['universalFee', undefined],
    ['relayFee', undefined],
  ])
  expect(linesOf('2026-11-30')).toEqual([
    ['base', { days: 1, ofDays: 30 }],
    ['universalFee', undefined],
    ['relayFee', undefined],
  ])
})

test('同じ月にやめて入り直したオプションの料金は、早いほうの日から1回', () => {
  const options = [
    { code: 'voicemail', from: tokyoDate('2026-11-21') },
    { code: 'voicemail', from: tokyoDate('2026-11-11'), to: tokyoDate('2026-11-15') },
  ] as const
  const [bill] = nextBills(
    [{ ...facts, lines: [line('one', 1, { options })] }],
    together(),
    publishedPrices,
  )
  expect(
    bill?.before.lines.filter(({ kind }) => kind === 'option').map(({ proration }) => proration),
  ).toEqual([{ days: 20, ofDays: 30 }])
})
