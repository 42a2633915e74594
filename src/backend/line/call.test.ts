import { describe, expect, test } from 'vitest'
import type { CallRecord } from '#backend/ports/carrier.ts'
import { maskDestination } from './rows/calls.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { rateCall as rate } from './queries/rate-call.ts'

const call = (more: Partial<CallRecord>): CallRecord => ({
  recordId: 'v-1',
  lineRef: 'L1',
  kind: 'voice',
  startedAt: '2026-11-20T12:00:00+09:00',
  durationSeconds: 60,
  characters: null,
  destination: '09000001234',
  destinationKind: 'mobile',
  viaTalk: false,
  revision: 1,
  ...more,
})
const rateCall = (record: CallRecord, unlimited: boolean, book = publishedPrices) => {
  const outcome = rate(record, unlimited, book)
  if ('fault' in outcome) throw new Error(outcome.fault.reason)
  return outcome.rating
}
const message = (characters: number, more: Partial<CallRecord> = {}) =>
  call({ kind: 'sms', durationSeconds: null, characters, ...more })

describe('通話料', () => {
  test.each([
    [0, 0],
    [1, 220],
    [30, 220],
    [31, 440],
    [600, 4400],
    [601, 4620],
  ])('%i秒は%i（0.1円）', (durationSeconds, tenths) => {
    expect(rateCall(call({ durationSeconds }), false)).toMatchObject({
      kind: 'voice',
      amountTenthsYen: tenths,
      freeSeconds: 0,
    })
  })

  test('通話アプリからは半額', () => {
    const rating = rateCall(call({ durationSeconds: 61, viaTalk: true }), true)
    expect(rating).toMatchObject({ kind: 'talk', units: 3, amountTenthsYen: 330, freeSeconds: 0 })
  })

  test('10分かけ放題なら、10分までは無料、超えた分だけかかる', () => {
    expect(rateCall(call({ durationSeconds: 600 }), true)).toMatchObject({
      amountTenthsYen: 0,
      freeSeconds: 600,
    })
    expect(rateCall(call({ durationSeconds: 631 }), true)).toMatchObject({
      units: 2,
      amountTenthsYen: 440,
      freeSeconds: 600,
    })
  })

  test.each(['0570001234', '0180991234', '117'])('%sは10分かけ放題の対象外', (destination) => {
    const rating = rateCall(call({ durationSeconds: 60, destination }), true)
    expect(rating).toMatchObject({ amountTenthsYen: 440, freeSeconds: 0 })
  })
})

describe('海外への通話料', () => {
  const abroad = (destination: string, more: Partial<CallRecord> = {}) =>
    rateCall(call({ destination, destinationKind: 'abroad', ...more }), true)

  test.each([
    ['+15550101234', 'abroad.us', 200],
    ['+14165550123', 'abroad.ca', 200],
    ['+18085550123', 'abroad.us-hi', 200],
    ['+18765550123', 'abroad.other', 3200],
    ['+821055501234', 'abroad.kr', 660],
    ['010-852-5550-1234', 'abroad.hk', 680],
    ['+97715550123', 'abroad.np', 2000],
    ['+35315550123', 'abroad.other', 3200],
    ['+8816555012345', 'abroad.satellite', 5000],
  ])('%sへの60秒は、料金表の %s の行で%i（0.1円）、消費税対象外', (destination, key, tenths) => {
    const rating = abroad(destination)
    expect(rating).toMatchObject({ kind: 'voiceAbroad', units: 2, amountTenthsYen: tenths })
    expect([rating.row.key, rating.row.tax]).toEqual([key, 'outOfScope'])
  })

  test('30秒に満たない通話も30秒として数え、0秒の通話にはかからない', () => {
    const units = [0, 1, 30, 31].map(
      (durationSeconds) => abroad('+821055501234', { durationSeconds }).units,
    )
    expect(units).toEqual([0, 1, 1, 2])
  })

  test('10分かけ放題と通話アプリの割引の対象にならない', () => {
    expect(abroad('+447700900123', { viaTalk: true, durationSeconds: 300 })).toMatchObject({
      kind: 'voiceAbroad',
      units: 10,
      freeSeconds: 0,
      amountTenthsYen: 3100,
    })
  })
})

describe('無料の番号', () => {
  test.each(['0120001234', '08000001234', '110', '118', '119', '189'])(
    '%sは無料',
    (destination) => {
      for (const unlimited of [true, false])
        expect(rateCall(call({ durationSeconds: 700, destination }), unlimited)).toMatchObject({
          units: 0,
          amountTenthsYen: 0,
          freeSeconds: 0,
        })
    },
  )
})

describe('SMSの料金', () => {
  test.each([
    [1, 33],
    [70, 33],
    [71, 66],
    [134, 66],
    [670, 330],
  ])('%i文字は%i（0.1円、税込）', (characters, tenths) => {
    const rating = rateCall(message(characters), true)
    expect(rating).toMatchObject({ kind: 'sms', amountTenthsYen: tenths })
    expect(rating.row.tax).toBe('included')
  })

  test('海外あては1通100円、消費税対象外', () => {
    const rating = rateCall(message(70, { destinationKind: 'abroad' }), false)
    expect(rating).toMatchObject({ kind: 'smsAbroad', amountTenthsYen: 1000 })
    expect(rating.row.tax).toBe('outOfScope')
  })
})

describe('相手の番号は、末尾4桁を隠してからしか残さない', () => {
  test.each([
    ['09000001234', '090-0000-****'],
    ['0300001234', '03-0000-****'],
    ['0570001234', '0570-00-****'],
    ['0452221234', '045222-****'],
    ['+15550101234', '+1555010-****'],
    ['117', '117'],
  ])('%s → %s', (number, masked) => {
    expect(maskDestination(number)).toBe(masked)
  })
})
