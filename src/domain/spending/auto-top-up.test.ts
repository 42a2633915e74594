import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { topUpCodes } from '#vocabulary/data.ts'
import { bytes, megabytes } from '../bytes.ts'
import { topUpPacks } from '../catalogue/top-up.ts'
import { yen } from '../money.ts'
import { ok, refused } from '../outcome.ts'
import { decideAutoTopUp, isLow, isWithinPack, mostYen } from './auto-top-up.ts'

const setting = {
  packId: '500mb' as const,
  atBytes: megabytes(100),
  timesAMonth: 2,
  priceYen: yen(660),
}
type Facts = Parameters<typeof decideAutoTopUp>[1]
const low: Facts = {
  residualBytes: megabytes(99),
  timesBought: 0,
  priceYen: yen(660),
  mayBuy: ok({}),
}
const decide = (changes: Partial<Facts> = {}) => {
  const decided = decideAutoTopUp(setting, { ...low, ...changes })
  return decided.ok ? decided.value.nth : decided.code
}

describe('自動データチャージ', () => {
  test('決めた量を下回ったときに購入し、ちょうどその量ではまだ購入しない', () => {
    expect(decide()).toBe(1)
    expect(decide({ residualBytes: megabytes(100) })).toBe('NOT_DUE')
  })

  test('「使い切ったとき」は、残りがなくなってから購入する', () => {
    const atEnd = { atBytes: bytes(0) }
    expect([bytes(1), bytes(0)].map((left) => isLow(left, atEnd))).toEqual([false, true])
  })

  test('決めた回数まで購入し、それより多くは購入しない', () => {
    expect([0, 1, 2, 3].map((timesBought) => decide({ timesBought }))).toEqual([
      1,
      2,
      'TIMES_USED',
      'TIMES_USED',
    ])
  })

  test('同意した料金と違えば購入しない。販売が終わっていても購入しない', () => {
    expect(decide({ priceYen: yen(661) })).toBe('CONDITIONS_CHANGED')
    expect(decide({ priceYen: undefined })).toBe('TOP_UP_NOT_ON_SALE')
  })

  test('手で購入できないときは、同じ理由で購入しない', () => {
    expect(decide({ mayBuy: refused('UNPAID') })).toBe('UNPAID')
    expect(decide({ mayBuy: refused('UNPAID'), residualBytes: megabytes(100) })).toBe('NOT_DUE')
  })

  test('1回の購入のあとは決めた量を下回らないので、続けて購入することはない', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...topUpCodes),
        fc.nat(1_000_000_000),
        fc.nat(1_000_000_000),
        (packId, at, left) => {
          const body = { packId, atBytes: bytes(at) }
          fc.pre(isWithinPack(body))
          const after = left + topUpPacks[packId].grantedBytes
          expect(isLow(bytes(after), body)).toBe(false)
        },
      ),
    )
    expect(isWithinPack({ packId: '100mb', atBytes: bytes(100_000_001) })).toBe(false)
  })

  test('1か月の最大は回数分の料金で、上限のほうが低ければ上限まで', () => {
    expect(mostYen(setting, undefined)).toBe(1320)
    expect(mostYen(setting, yen(1000))).toBe(1000)
    expect(mostYen(setting, yen(5000))).toBe(1320)
  })
})
