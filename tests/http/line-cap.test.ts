import { expect, test } from 'vitest'
import { logIn } from './portal.ts'

// The cap of a line as a holder without script sets it.

test('上限を試してから保存し、超える量は項目ごとに説明され、入力は残る', async () => {
  const { page, open, follow } = await openSon()
  expect(page.heading).toBe('蓮（中学生）の回線の上限')
  const tried = await page.press('この30日で試す', { over: 'day', dayMb: '３００' })
  expect(tried.text).toMatch(/30日のうち\d+日が低速になり、/)
  expect(tried.text).toContain('上限を1時間分ほど超えることがあります')
  expect(tried.text).toMatch(/この上限だったら、いまの残りは/)

  const wrong = await page.press('この30日で試す', { over: 'day', dayMb: '百' })
  expect(wrong.text).toContain('上限は、0から100,000（MB）までの数字で入力してください。')
  expect(wrong.url.searchParams.get('dayMb')).toBe('百')

  const high = await page.press('この30日で試す', { over: 'month', monthMb: '9000' })
  const saved = await high.press('1か月9 GBにする', { atCap: 'slow', warnPercent: '90' })
  expect(saved.text).toContain('上限を保存しました。')
  expect(saved.text).toContain('/ 上限 9 GB')
  expect((await open(follow)).text).toContain('/ 上限 9 GB')
})

async function openSon() {
  const { page: top, open } = await logIn('suzuki', '/mypage/top.html')
  const href = top.elements
    .flatMap(({ attrs }) => attrs)
    .map(({ name, value }) => (name === 'href' ? value : ''))
    .filter((one) => one.startsWith('/mypage/line/'))[1]
  const follow = href ?? ''
  const line = await open(follow)
  expect(line.text).toContain('この回線の上限を変える')
  return { page: await open(follow.replace('.html', '/cap.html')), open, follow }
}
