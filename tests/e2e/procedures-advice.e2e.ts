import { expect, logIn, open, phone, test } from './fixtures.ts'
import { heading, looksRight } from './procedures-screen.ts'

const advice = '/mypage/plan/advice.html'

// axe tries a style of its own, which the page's policy refuses.
test.use({ expectedConsole: /Applying inline style/ })

test.describe('データ容量の見直し', () => {
  for (const [member, title] of [
    ['sato', '月ごとの内訳'],
    ['suzuki', '月ごとの内訳'],
    ['takahashi', '月ごとの内訳'],
    ['ito', '比較はお出ししていません'],
  ] as const)
    test(`${member}の画面`, async ({ page }) => {
      test.slow()
      await logIn(page, member, '/mypage/top.html')
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
    await page.getByRole('link', { name: '8GBへの変更に進む' }).click()
    await expect(heading(page, 'データ容量の変更')).toBeVisible()
    await expect(page.getByRole('radio', { name: /^8GB/ })).toBeChecked()
  })

  test.describe('やめる手続きの画面には出さない', () => {
    test.use(phone)
    const leaving = [
      '/mypage/sim/cancel.html',
      '/mypage/sim/cancel.html?step=confirm',
      '/mypage/portout.html',
      '/mypage/initial-cancel.html',
    ]
    const linksTo = 'a[href*="/mypage/plan/"]'

    test('解約と転出の画面に、容量の見直しへのリンクはない', async ({ page }) => {
      await logIn(page, 'suzuki', '/mypage/top.html')
      for (const path of leaving) {
        await page.goto(path)
        await expect(page.locator('main h1')).toBeVisible()
        await expect(page.locator(linksTo)).toHaveCount(0)
      }
    })

    test('解約を予約している人には、請求や利用量の画面にもない', async ({ page }) => {
      await logIn(page, 'ito', '/mypage/top.html')
      for (const path of [
        '/mypage/billing/top.html',
        '/mypage/data/usage.html',
        '/mypage/top.html',
      ]) {
        await page.goto(path)
        await expect(page.locator(`a[href^="${advice}"]`)).toHaveCount(0)
      }
    })
  })
})
