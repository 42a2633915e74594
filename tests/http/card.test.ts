import { describe, expect, test } from 'vitest'
import { logIn } from './portal.ts'

describe('お支払いカードの変更', () => {
  test('スクリプトなしで、カードのページで入力を直し、変更して元の画面に戻る。もう一度開いてやめると、変わらない', async () => {
    const path = '/mypage/billing/card.html'
    const { page: before, open } = await logIn('ito', path)
    expect(before.text).toContain('Visa番号**** **** **** 4242')

    const provider = await before.press('カードを変更する')
    expect(provider.title).toContain('お支払いカードの変更')
    expect(provider.url.origin).not.toBe(before.url.origin)
    const card = { expiry: '09/30', holder: 'ITO' }
    const wrong = await provider.press('このカードに変更する', { ...card, number: '4242' })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('カード番号をお確かめください。')

    const returned = await wrong.press('このカードに変更する', {
      ...card,
      number: '5555 5555 5555 4444',
    })
    expect(returned.url.pathname).toBe(path)
    expect(returned.text).toContain('カードを変更しました。')
    const after = await open(path)
    expect(after.text).toContain('Mastercard番号**** **** **** 4444有効期限2030年9月')

    const cancelled = await (await after.press('カードを変更する')).press('変更せずに戻る')
    expect(cancelled.url.pathname).toBe(path)
    expect(cancelled.text).toContain('カードは変更していません。')
    expect(cancelled.text).toContain('Mastercard番号**** **** **** 4444')
  })
})
