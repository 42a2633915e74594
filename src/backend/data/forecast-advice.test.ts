import { describe, expect, test } from 'vitest'
import { gigabytes, megabytes, noBytes } from '#domain/bytes.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { adviceOf, type MonthAhead } from './queries/forecast-advice.ts'

const today = tokyoDate('2026-11-20')
const month = (
  more: Partial<MonthAhead> & { shortageMb?: number; highGb?: number },
): MonthAhead => ({
  forecast: {
    expectedBytes: gigabytes(2.5),
    lowBytes: gigabytes(2),
    highBytes: gigabytes(more.highGb ?? 2.9),
    emptyEarliestOn: undefined,
    emptyOn: undefined,
    emptyLatestOn: undefined,
    shortageBytes: more.shortageMb ? megabytes(more.shortageMb) : noBytes,
  },
  usedBytes: gigabytes(1.8),
  remainingBytes: gigabytes(1.2),
  planCode: 13,
  isLeaving: false,
  isAllOn: true,
  today,
  book: publishedPrices,
  ...more,
})

describe('月末の見込みに添える、いまできること', () => {
  test('足りる見込みなら、何もしなくてよいと言う', () => {
    expect(adviceOf(month({}))).toEqual({
      action: 'none',
      message: 'このままの使い方なら、月末まで足りる見込みです。',
    })
  })

  test('少し足りなければ、足りる中でいちばん安いデータチャージを税込の料金で勧める', () => {
    expect(adviceOf(month({ shortageMb: 80 }))).toEqual({
      action: 'topUp',
      message:
        '月末までに約80\u00a0MB足りなくなる見込みです。データチャージ 100MB（220円・税込）で足ります。',
      path: '/mypage/data/charge.html',
    })
    expect(adviceOf(month({ shortageMb: 300 })).message).toContain('1GB（当月限り）（528円・税込）')
  })

  test('1 GBより多く足りなければ、容量を大きくできることも言う', () => {
    expect(adviceOf(month({ shortageMb: 1001 }))).toMatchObject({
      action: 'largerSize',
      message: expect.stringContaining('約1.01\u00a0GB足りなくなる見込みです。'),
      path: '/mypage/plan/change.html',
    })
  })

  test('使い方しだいで足りなくなるなら、高速データ通信をオフにできると言う', () => {
    expect(adviceOf(month({ highGb: 3.1 }))).toMatchObject({ action: 'switchOff' })
  })

  test('多めに使っても小さい容量で足りるなら、それを言う。シェアの契約にシェアできない容量は勧めない', () => {
    expect(adviceOf(month({ planCode: 15, remainingBytes: gigabytes(3.2) }))).toMatchObject({
      action: 'smallerSize',
      message:
        '今月の利用は、多くても2.90\u00a0GBの見込みです。来月からのデータ容量を3GBにすると、料金を下げられます。',
    })
    const partlyOff = { planCode: 15, remainingBytes: gigabytes(3.2), isAllOn: false }
    expect(adviceOf(month(partlyOff)).action).toBe('none')
    const share = month({ planCode: 20, remainingBytes: gigabytes(8.2) })
    expect(adviceOf(share).message).toContain('8GBにすると')
  })

  test('解約を予約した人には、容量の変更を勧めない', () => {
    expect(adviceOf(month({ shortageMb: 1500, isLeaving: true }))).toMatchObject({
      action: 'topUp',
      message: '月末までに約1.50\u00a0GB足りなくなる見込みです。データチャージで補えます。',
    })
    const plenty = { planCode: 15, remainingBytes: gigabytes(3.2), isLeaving: true }
    expect(adviceOf(month(plenty)).action).toBe('none')
  })
})
