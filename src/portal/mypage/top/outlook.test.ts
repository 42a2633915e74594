import { expect, test } from 'vitest'
import { outlookOf } from './outlook.ts'

const GB = 1_000_000_000
const left = {
  asOf: '2026-11-22T14:20:00+09:00',
  totalBytes: 4.05 * GB,
  usedThisMonthBytes: 7.35 * GB,
  buckets: [
    { remainingBytes: 0.05 * GB, expiresAt: '2026-12-01T00:00:00+09:00' },
    { remainingBytes: 4 * GB, expiresAt: '2027-01-01T00:00:00+09:00' },
  ],
}
const lasting = { expectedBytes: 10.2 * GB, shortageBytes: 0 }
const short = {
  expectedBytes: 12 * GB,
  emptyOn: '2026-11-28',
  emptyEarliestOn: '2026-11-26',
  shortageBytes: 300_000_000,
}

test('足りないときは、なくなる日と、月末までに足りない量を言う', () => {
  expect(outlookOf('warning', left, short)).toEqual({
    before: 'このままの使い方なら',
    main: '28日（土）ごろ',
    after: 'になくなる見込み。月末まで約300\u00a0MB足りません。',
  })
})

test('ライトでは、繰り越しがなくなる日だけを言い、足りない量は言わない', () => {
  expect(outlookOf('warning', left, short, true)).toEqual({
    before: 'このままの使い方なら',
    main: '28日（土）ごろ',
    after: 'に高速データがなくなる見込み。そのあとも200 kbpsで使い放題です。',
  })
})

test('足りるときは、翌月に繰り越せるおよその量も言う', () => {
  expect(outlookOf('ok', left, lasting)).toEqual({
    before: 'このままの使い方なら',
    main: '月末まで足ります',
    after: '約1.20\u00a0GBを12月に繰り越し。',
  })
})

test('今月で消える量は、繰り越せる量に数えない', () => {
  const buckets = [{ remainingBytes: 4 * GB, expiresAt: '2026-12-01T00:00:00+09:00' }]
  expect(outlookOf('ok', { ...left, totalBytes: 4 * GB, buckets }, lasting)).toEqual({
    before: 'このままの使い方なら',
    main: '月末まで足ります',
  })
})

test('早くなくなるかもしれない日があれば、それを言う', () => {
  const unsure = { ...lasting, emptyEarliestOn: '2026-11-29' }
  expect(outlookOf('ok', left, unsure)).toMatchObject({
    main: '月末まで足りる見込み',
    after: '早ければ29日（日）になくなります。',
  })
})

test('使い切ったときは、いまの速さと、次にいつ何GB入るかを言う', () => {
  const nextGrant = { at: '2026-12-01T00:00:00+09:00', bytes: 3_000_000_000 }
  expect(outlookOf('empty', { ...left, nextGrant }, undefined)).toEqual({
    before: 'いま低速（200 kbps）',
    main: '12月1日（火）',
    after: 'に3\u00a0GB入ります。追加すると、すぐ高速に戻ります。',
  })
})

test('見込みの立たないときと停止中は、何も言わない', () => {
  expect(outlookOf('ok', left, undefined)).toBeUndefined()
  expect(outlookOf('stopped', left, short)).toBeUndefined()
})
