import { expect, logIn, open, test } from './fixtures.ts'
import { heading, looksRight } from './procedures-screen.ts'

// That it is not shown to who leaves, and who sees no comparison: tests/http/advice.test.ts.
const advice = '/mypage/plan/advice.html'

// axe tries a style of its own, which the page's policy refuses.
test.use({ expectedConsole: /Applying inline style/ })

test.describe('データ容量の見直し', () => {
  for (const { member, title } of [
    { member: 'suzuki', title: '月ごとの内訳' },
    { member: 'takahashi', title: '月ごとの内訳' },
    { member: 'ito', title: '比較はお出ししていません' },
  ])
    test(`${member}の画面`, { tag: '@long' }, async ({ page }) => {
      test.slow()
      await logIn(page, member)
      await open(page, advice)
      await expect(page.getByText(title).first()).toBeVisible()
      await looksRight(page, `advice-${member}`)
      const [month] = await page.locator('.advice-months summary').all()
      await month?.click()
      await looksRight(page, `advice-${member}-open`)
    })

  test('選んだ容量の月ごとの理由を開き、その容量を選んだまま変更の画面に進む', async ({ page }) => {
    await logIn(page, 'sato', '/mypage/billing/top.html')
    await page.getByRole('link', { name: /^データ容量の見直し/ }).click()
    await page.getByRole('link', { name: '8GB', exact: true }).click()
    await expect(page.getByRole('heading', { name: '8GBだった場合の月ごとの内訳' })).toBeVisible()
    const newest = page.locator('.advice-months details').first()
    await newest.locator('summary').click()
    await expect(newest.getByText('基本料金が440円高くなります。')).toBeVisible()
    await looksRight(page, 'advice-sato-open')
    await page.getByRole('link', { name: '8GBへの変更に進む' }).click()
    await expect(heading(page, 'データ容量の変更')).toBeVisible()
    await expect(page.getByRole('radio', { name: /^8GB/ })).toBeChecked()
  })
})
