import { expect, open, phone, requestsOf, test } from './fixtures.ts'

const total = '#simulation .amount--figure'

test.describe('料金シミュレーション（スクリプトなし）', () => {
  test.use({ javaScriptEnabled: false })

  test('2回線目と3回線目の欄は、その数を選んだときだけ見える', async ({ page }) => {
    await page.goto('/fee')
    await expect(page.getByLabel('2回線目のSIMの種類')).toBeHidden()
    await page.getByLabel('回線の数').selectOption('3')
    await expect(page.getByLabel('3回線目のSIMの種類')).toBeVisible()
  })
})

test.describe('料金シミュレーション', () => {
  test('選ぶとすぐに答えが変わり、URLがその答えを指す', async ({ page }) => {
    await open(page, '/fee')
    await expect(page.locator(total)).toHaveText('1,191円（税込）')
    const requests = requestsOf(page)
    await page.getByLabel('1か月のデータ容量').selectOption('20')
    await expect(page.locator(total)).toHaveText('2,511円（税込）')
    await expect(page).toHaveURL('/fee?gb=20&lines=1&kind=voice')
    expect(requests.every((path) => path.startsWith('/fee/simulation.data?'))).toBe(true)
    await page.getByLabel('回線の数').selectOption('2')
    await page.getByLabel('2回線目のSIMの種類').selectOption('data')
    await expect(page.locator(total)).toHaveText('2,951円（税込）')
    await page.reload()
    await expect(page.locator(total)).toHaveText('2,951円（税込）')
    await expect(page.getByLabel('2回線目のSIMの種類')).toHaveValue('data')
  })

  test('アプリの中で来ても、答えが表示される', async ({ page }) => {
    await open(page, '/')
    await page.locator('footer a[href="/fee"]').first().click()
    await expect(page.locator(total)).toHaveText('1,191円（税込）')
  })

  test('トップでは、選ぶとその場に答えが出て、そのままのリンクがある', async ({ page }) => {
    await open(page, '/')
    await expect(page.locator(total)).toHaveText('1,191円（税込）')
    await page.getByLabel('1か月に使うデータ容量').selectOption('8')
    await expect(page.locator(total)).toHaveText('1,631円（税込）')
    await expect(page.getByRole('link', { name: 'この計算結果へのリンク' })).toHaveAttribute(
      'href',
      '/fee?gb=8&lines=1&kind=voice#simulator',
    )
  })

  test.describe('スマートフォン', () => {
    test.use(phone)
    test('欄を直しても画面の位置は動かない', async ({ page }) => {
      await open(page, '/fee')
      await page.getByLabel('回線の数').scrollIntoViewIfNeeded()
      const before = await page.evaluate(() => scrollY)
      await page.getByLabel('1か月のデータ容量').selectOption('10')
      await expect(page.locator(total)).toHaveText('1,851円（税込）')
      expect(await page.evaluate(() => scrollY)).toBe(before)
    })
  })
})
