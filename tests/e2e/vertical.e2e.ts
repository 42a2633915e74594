import { expect, logInOnPages, running, test } from './fixtures.ts'

// The whole path once: a visitor reads the fees, a member logs in, sees what is left, switches high speed off at the
// carrier, and leaves. Without script: tests/http/whole-visit.test.ts.
test('料金を読み、ログインし、残量を見て、ログインが切れてから押すとログインの画面になり、もう一度高速通信を切り、ログアウトする', async ({
  page,
  context,
}) => {
  await page.goto('/fee')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('料金プラン')
  await expect(page.getByRole('cell', { name: '1,188円' }).first()).toBeVisible()

  const news = page.waitForRequest(/\/announce\/items\?placeId=79&size=3/)
  await logInOnPages(page, 'ito', '/mypage/top.html')
  await news
  await expect(page.getByRole('heading', { name: '高速データの残り' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(/残り\s(\d+\.\d\d\sGB|\d+\sMB)/)

  const high = page.getByRole('button', { name: /高速データ通信/ })
  await expect(high).toHaveAttribute('aria-pressed', 'true')
  await test.step('ログインの有効時間が切れてから操作すると、ログインの画面になる', async () => {
    await running(page)
    const cookies = await context.cookies()
    await context.clearCookies()
    await high.click()
    await expect(page.getByLabel('ログインID')).toBeVisible()
    await context.clearCookies()
    await context.addCookies(cookies)
    await page.goto('/mypage/top.html')
    await expect(high).toHaveAttribute('aria-pressed', 'true')
  })
  const response = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await high.click()
  await expect(high).toHaveAttribute('aria-pressed', 'false')
  // The requested state shows at once; what a new load shows is what the member API keeps.
  await response
  await page.reload()
  await expect(high).toHaveAttribute('aria-pressed', 'false')
  await expect(
    page.getByText('低速（最大200kbps）').or(page.getByText('オフ')).first(),
  ).toBeVisible()

  await page.goto('/auth/logout')
  await page.getByRole('button', { name: 'ログアウトする' }).click()
  // The provider asks for its own session too, and leads back to the top page.
  await page.waitForURL((url) => url.pathname.startsWith('/oidc/'))
  await page.getByRole('button', { name: 'ログアウトする' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/mypage/top.html')
  await expect(page.getByLabel('ログインID')).toBeVisible()
})
