import { describe, expect, test } from 'vitest'
import type { ContractFacts, PlanSizeFact } from '../exclusion/facts.ts'
import { blocked, quietContract, quietLine, sampleNow } from '#tests/facts/sample-facts.ts'
import { formatRfc3339, instant, tokyoDate } from '../tokyo.ts'
import { decidePlanSize } from './decide-plan-size.ts'

const booking: PlanSizeFact = {
  orderNo: 'B1',
  state: 'reserved',
  planCode: 25,
  effectiveOn: tokyoDate('2026-12-01'),
  undoUntil: instant('2026-11-29T12:00:00+09:00'),
}
const withBooking: ContractFacts = { ...quietContract, planSize: booking }
const book = (planCode: number, facts = quietContract, now = sampleNow) =>
  decidePlanSize({ type: 'book', planCode }, facts, now)

describe('データ容量の変更', () => {
  test('翌月1日からの容量を予約する', () => {
    const answer = book(25)
    if (!answer.ok) throw new Error(answer.code)
    expect(answer.value).toMatchObject([
      { type: 'booked', planCode: 25, effectiveOn: '2026-12-01' },
    ])
    const [event] = answer.value
    expect(event?.type === 'booked' && formatRfc3339(event.undoUntil)).toBe(
      '2026-11-29T12:00:00+09:00',
    )
  })

  test('予約し直すと置き換わり、今の容量を選ぶと取り消しになる', () => {
    expect(book(30, withBooking)).toMatchObject({
      value: [
        { type: 'replaced', orderNo: 'B1' },
        { type: 'booked', planCode: 30 },
      ],
    })
    expect(book(20, withBooking)).toEqual({ ok: true, value: [{ type: 'undone', orderNo: 'B1' }] })
    expect(book(25, withBooking)).toMatchObject({ code: 'SIZE_ALREADY_BOOKED' })
    expect(book(20)).toMatchObject({ code: 'SIZE_UNCHANGED' })
  })

  test('締め切り後の予約は次の月の分で、確定した予約はそのまま適用される', () => {
    const late = instant('2026-11-29T12:00:00+09:00')
    expect(book(30, withBooking, late)).toMatchObject({
      value: [{ type: 'booked', planCode: 30, effectiveOn: '2027-01-01' }],
    })
    expect(decidePlanSize({ type: 'undo' }, withBooking, late)).toMatchObject({
      code: 'UNDO_LIMIT_PASSED',
    })
  })

  test('締め切り後の予約がもう1つあれば、確定した容量からの変更として受け付ける', () => {
    const late = instant('2026-11-30T09:00:00+09:00')
    const second: PlanSizeFact = {
      orderNo: 'B2',
      state: 'reserved',
      planCode: 30,
      effectiveOn: tokyoDate('2027-01-01'),
      undoUntil: instant('2026-12-30T12:00:00+09:00'),
      settled: booking,
    }
    const withBoth: ContractFacts = { ...quietContract, planSize: second }
    // 20 now, 25 from December, 30 from January: back to 20 in January is a change, back to 25 none.
    expect(book(20, withBoth, late)).toMatchObject({
      value: [
        { type: 'replaced', orderNo: 'B2' },
        { type: 'booked', planCode: 20, effectiveOn: '2027-01-01' },
      ],
    })
    expect(book(25, withBoth, late)).toEqual({
      ok: true,
      value: [{ type: 'undone', orderNo: 'B2' }],
    })
    expect(book(30, withBoth, late)).toMatchObject({ code: 'SIZE_ALREADY_BOOKED' })
  })

  test('複数回線ではシェアできない容量を選べない。先に終わる回線は数えない', () => {
    expect(book(15)).toMatchObject({ code: 'PLAN_NOT_SHAREABLE', facts: { lines: 2 } })
    const leaving = quietLine('L2', {
      state: 'ending',
      cancellation: { orderNo: 'C1', state: 'reserved', lastDay: tokyoDate('2026-11-30') },
    })
    expect(book(15, { ...quietContract, lines: [quietLine('L1'), leaving] }).ok).toBe(true)
  })

  test('知らない容量は売らず、止めるものは自分の理由を言う', () => {
    expect(book(12)).toMatchObject({ code: 'PLAN_NOT_ON_SALE' })
    expect(book(25, blocked.mnpNumberLive)).toMatchObject({ code: 'MNP_NUMBER_LIVE' })
    expect(
      decidePlanSize({ type: 'book', planCode: 25 }, quietContract, sampleNow, 'carrier'),
    ).toMatchObject({
      code: 'ACCESS_DENIED',
    })
  })

  test('予約の間は取り消せ、1日より一瞬も早くは適用されない', () => {
    expect(decidePlanSize({ type: 'undo' }, withBooking, sampleNow)).toMatchObject({
      value: [{ type: 'undone' }],
    })
    expect(decidePlanSize({ type: 'undo' }, quietContract, sampleNow)).toMatchObject({
      code: 'NOTHING_BOOKED',
    })
    const apply = (text: string) =>
      decidePlanSize({ type: 'apply' }, withBooking, instant(text), 'system')
    expect(apply('2026-11-30T23:59:59+09:00')).toMatchObject({ code: 'NOT_DUE' })
    expect(apply('2026-12-01T00:00:00+09:00')).toMatchObject({
      value: [{ type: 'applied', planCode: 25 }],
    })
    expect(decidePlanSize({ type: 'apply' }, quietContract, sampleNow)).toMatchObject({
      code: 'NOTHING_BOOKED',
    })
  })
})
