import { pages } from '#vocabulary/pages.ts'
import { expect, logIn, test } from './fixtures.ts'
import { looksRight, looksRightToo, press, untilShown } from './procedures-screen.ts'

// What is sent, and how often, is in src/backend/webhook/webhook.api.test.ts; the detours without script in tests/api/proof-walks.test.ts.

test.use({ expectedConsole: /Applying inline style|status of 4\d\d/ })

test.describe.configure({ timeout: 180_000 })

test(
  'Webhookを作り、テストを送って結果を見て、鍵を替え、消す。鍵は作ったときだけ見える',
  { tag: '@looks' },
  async ({ page }) => {
    await logIn(page, 'tanaka', pages.webhooks)
    await looksRightToo(page, 'webhook-none')
    const address = page.getByLabel(/^届け先のアドレス/)
    await address.fill('https://192.168.0.1/hook')
    await press(page, 'Webhookを作る')
    await expect(page.locator('#url-error')).toContainText('インターネットから届くアドレス')
    await expect(address).toHaveValue('https://192.168.0.1/hook')
    await looksRightToo(page, 'webhook-wrong')

    await address.fill('https://hooks.example.jp/portal?shop=1')
    await press(page, 'Webhookを作る')
    await expect(page.getByRole('heading', { name: 'Webhookを作りました' })).toBeVisible()
    const secret = (await page.locator('p.webhook-code code').textContent()) ?? ''
    expect(secret).toMatch(/^whsec_/)
    await looksRightToo(page, 'webhook-made')
    await page.reload()
    await expect(page.locator('main')).not.toContainText(secret)

    await page.getByRole('link', { name: 'https://hooks.example.jp/portal?shop=1' }).click()
    await press(page, 'テストを送る')
    await expect(page.getByRole('status')).toContainText('送りました')
    // The tests have no network: nobody is there.
    await untilShown(page, 'つながりませんでした')
    const record = page.locator('.webhook-delivery')
    await record.locator('summary').click()
    await expect(record).toContainText('"type":"webhook.test"')
    await looksRight(page, 'webhook-one')

    await press(page, '署名の鍵を替える')
    await expect(page.getByRole('heading', { name: '署名の鍵を替えました' })).toBeVisible()
    expect(await page.locator('p.webhook-code code').textContent()).not.toBe(secret)
    await press(page, 'このWebhookを消す')
    await expect(page.locator('main')).toContainText('Webhookを消しました。')
    await expect(page.locator('main')).toContainText('Webhookは、まだありません')
  },
)
