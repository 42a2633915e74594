import { expect, test } from 'vitest'
import { cheapestYen, topUpOffers } from './top-up-offer.ts'

const MB = 1_000_000
const pack = (packId: string, bytes: number, priceYen: number) => ({
  packId,
  bytes,
  carries: packId !== '1gbNoCarry',
  priceYen,
  why: { allowed: true },
})
const packs = [
  pack('100mb', 100 * MB, 220),
  pack('500mb', 500 * MB, 660),
  pack('1gb', 1000 * MB, 1100),
  pack('1gbNoCarry', 1000 * MB, 528),
]
const offered = (...asked: Parameters<typeof topUpOffers>) =>
  topUpOffers(...asked).map((one) => [one.pack.packId, one.why])

test('足りないときは、月末まで足りる最も安い量を先に、前回と同じ量を次に出す', () => {
  expect(offered({ packs, lastPackId: '500mb' }, 'warning', 300 * MB)).toEqual([
    ['1gbNoCarry', 'enough'],
    ['500mb', 'again'],
  ])
})

test('足りているときは、前回と同じ量だけを出し、はじめてなら何も選ばない', () => {
  expect(offered({ packs, lastPackId: '500mb' }, 'ok', 0)).toEqual([['500mb', 'again']])
  expect(offered({ packs }, 'ok', 0)).toEqual([])
})

test('使い切ったあとは、いちばん少ない量も選べる', () => {
  expect(offered({ packs }, 'empty', 300 * MB)).toEqual([
    ['1gbNoCarry', 'enough'],
    ['100mb', 'least'],
  ])
})

test('どの量でも足りないときと、同じ量が二つの理由にあたるときも、同じ量を二度は出さない', () => {
  expect(offered({ packs, lastPackId: '1gb' }, 'warning', 5000 * MB)).toEqual([['1gb', 'again']])
  expect(offered({ packs, lastPackId: '1gbNoCarry' }, 'warning', 300 * MB)).toEqual([
    ['1gbNoCarry', 'enough'],
  ])
})

test('買えない量は出さず、値段にも数えない', () => {
  const closed = packs.map((one) => ({ ...one, why: { allowed: false } }))
  expect(offered({ packs: closed, lastPackId: '1gb' }, 'empty', 300 * MB)).toEqual([])
  expect(cheapestYen({ packs: closed })).toBeUndefined()
  expect(cheapestYen({ packs })).toBe(220)
})
