import { expect, test } from 'vitest'
import { visit } from './portal.ts'

test('いまの番号をワンストップで移す：同意しない、名義が違うときは理由を示し、同意すると次の質問へ進む', async () => {
  const question = '電話番号を選んでください'
  let page = await visit().open('/order/apply/plan')
  page = await page.press('次へ', { lines: '1', plan: '13' })
  page = await page.press('次へ', { kind: 'voice' })
  page = await page.press('次へ', { size: 'nano' })
  expect(page.heading).toBe(question)

  /** To the present company's page, where one of its buttons is pressed, and back. */
  const press = async (button: string) => {
    const visited = await page.press('次へ', { by: 'oneStop', number: '08012345678' })
    expect(visited.heading).toBe('番号を移す手続きの確認')
    expect(visited.text).toContain('080-1234-5678')
    return visited.press(button)
  }
  page = await press('同意せずに戻る')
  expect([page.heading, page.textsOf('notice')]).toEqual([
    question,
    [expect.stringContaining('いまの会社での手続きが、まだ済んでいません')],
  ])
  page = await press('名義が違うことにする')
  expect([page.heading, page.textsOf('notice')]).toEqual([
    question,
    [
      expect.stringContaining('もう一度お答えください'),
      expect.stringContaining('いまの会社のご契約の名義が違います'),
    ],
  ])
  page = await press('同意して、新しい契約先へ戻る')
  expect(page.heading).toBe('使う方を選んでください')
  page = await page.follow('前の質問に戻る')
  expect([page.heading, page.textsOf('notice').join()]).toEqual([
    question,
    expect.stringContaining('いまの会社での手続きが済みました'),
  ])
})
