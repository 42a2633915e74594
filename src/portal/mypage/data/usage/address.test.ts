import { describe, expect, test } from 'vitest'
import { monthsBefore } from '#portal/mypage/shared/months.ts'
import { addressOf, readAsked } from './address.ts'

describe('利用量の画面のアドレス', () => {
  test('何も指定がなければ、契約全体の日ごとの表示', () => {
    expect(readAsked(new URL('http://x/mypage/data/usage.html'))).toEqual({
      view: 'days',
      lineId: undefined,
      month: undefined,
      cursor: undefined,
    })
    expect(addressOf({})).toBe('/mypage/data/usage.html')
  })

  test('選んだ表示・回線・月は、アドレスに残り、読み戻すと同じになる', () => {
    const asked = { view: 'records', lineId: 'ln_1', month: '2026-10', cursor: 'c=1' } as const
    const address = addressOf(asked)
    expect(address).toBe(
      '/mypage/data/usage.html?view=records&line=ln_1&month=2026-10&cursor=c%3D1',
    )
    expect(readAsked(new URL(address, 'http://x'))).toEqual(asked)
  })

  test('知らない表示の名前は日ごとの表示に、月でない月はすべての月になる', () => {
    expect(readAsked(new URL('http://x/?view=years')).view).toBe('days')
    expect(readAsked(new URL('http://x/?month=2026-13')).month).toBeUndefined()
  })

  test('選べる月は、年をまたいで新しい順に並ぶ', () => {
    expect(monthsBefore('2026-02', 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
  })
})
