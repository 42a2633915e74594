import { expect, open, test } from './fixtures.ts'

const list = '/doc/terminallist.html'

test.describe('対応端末', () => {
  test('入力するとすぐに結果が変わり、戻るで前のページに戻れる', async ({ page }) => {
    await open(page, list)
    await page.getByLabel('機種名').fill('pixel 9')
    await expect(page.locator('#found tbody th').first()).toContainText('Pixel 9')
    await expect(page).toHaveURL(/q=pixel\+9/)
    await page.getByLabel('機種名').fill('')
    await expect(page.locator('#found')).toContainText('1／')
    await page.getByRole('link', { name: '次へ' }).click()
    await expect(page.locator('#found')).toContainText('2／')
    await page.goBack()
    await expect(page.locator('#found')).toContainText('1／')
  })
})
