import { expect, open, test } from './fixtures.ts'

const list = '/doc/terminallist.html'

test.describe('対応端末（スクリプトなし）', () => {
  test.use({ javaScriptEnabled: false })

  test('機種名、メーカー、対応で絞り込み、条件はURLと欄に残る', async ({ page }) => {
    await page.goto(list)
    await page.getByLabel('機種名').fill('あいふぉん')
    await page.getByLabel('eSIM', { exact: true }).check()
    await page.getByRole('button', { name: '調べる' }).click()
    await expect(page).toHaveURL(/q=.*esim=1/)
    await expect(page.getByLabel('機種名')).toHaveValue('あいふぉん')
    const rows = page.locator('#found tbody tr')
    await expect(rows).toHaveCount(20)
    for (const text of await rows.allTextContents()) {
      expect(text).toContain('Apple')
      expect(text).toContain('eSIM')
    }
  })

  test('次のページへ進める', async ({ page }) => {
    await page.goto(list)
    const first = await page.locator('#found tbody th').allTextContents()
    await page.getByRole('link', { name: '次へ' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.locator('#found')).toContainText('2／')
    const second = await page.locator('#found tbody th').allTextContents()
    expect(second.filter((name) => first.includes(name))).toEqual([])
  })

  test('見つからないときは、次にできることを示す', async ({ page }) => {
    await page.goto(`${list}?q=${encodeURIComponent('そんな端末はない')}`)
    await expect(page.locator('#found')).toContainText('0機種が見つかりました')
    await page.getByRole('link', { name: '条件をすべて消す' }).click()
    await expect(page.locator('#found tbody tr')).toHaveCount(20)
  })

  for (const query of ['page=0', 'page=-1', 'page=999999', 'page=x', 'sim=%00', 'maker=a'])
    test(`${query} は、エラーにならない`, async ({ request }) => {
      expect((await request.get(`${list}?${query}`)).status()).toBe(200)
    })

  test('使えない文字は、欄の横に理由を示す', async ({ page }) => {
    await page.goto(`${list}?q=%00`)
    await expect(page.locator('#q-error')).toContainText('使用できない文字')
  })
})

test.describe('対応端末', () => {
  test('入力するとすぐに結果が変わり、戻るで前のページに戻れる', async ({ page }) => {
    await open(page, list)
    await page.getByLabel('機種名').pressSequentially('pixel 9')
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
