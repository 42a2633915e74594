import { expect, test } from 'vitest'
import { outlookOf } from './outlook.ts'

const lasting = { shortageBytes: 0 }
const short = {
  emptyOn: '2026-11-28',
  emptyEarliestOn: '2026-11-26',
  shortageBytes: 293_000_001,
}

test('足りないときは、なくなる日と、月末までに足りない量を言う', () => {
  expect(outlookOf('warning', {}, short)).toEqual({
    before: 'このままの使い方なら',
    main: '11月28日（土）ごろ',
    after: 'になくなる見込みです。月末まで約300\u00a0MB足りません。',
  })
})

test('足りるときは、足りるとだけ言い、早くなくなるかもしれない日があればそれも言う', () => {
  expect(outlookOf('ok', {}, lasting)).toEqual({
    before: 'このままの使い方なら',
    main: '月末まで足ります',
  })
  const unsure = { ...lasting, emptyEarliestOn: '2026-11-29' }
  expect(outlookOf('ok', {}, unsure)).toMatchObject({
    main: '月末まで足りる見込み',
    after: '早ければ11月29日（日）になくなります。',
  })
})

test('使い切ったときは、いまの速さと、次にいつ何GB入るかを言う', () => {
  const nextGrant = { at: '2026-12-01T00:00:00+09:00', bytes: 3_000_000_000 }
  expect(outlookOf('empty', { nextGrant }, undefined)).toEqual({
    main: '高速データを使い切りました',
    after: 'いまは200 kbpsでつながります。12月1日（火）に3\u00a0GB入ります。',
  })
})

test('見込みの立たないときと停止中は、何も言わない', () => {
  expect(outlookOf('ok', {}, undefined)).toBeUndefined()
  expect(outlookOf('stopped', {}, short)).toBeUndefined()
})
