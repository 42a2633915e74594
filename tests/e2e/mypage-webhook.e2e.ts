import type { Page } from '@playwright/test'
import { pages } from '#vocabulary/pages.ts'
import { expect, logIn, test, undrawn } from './fixtures.ts'
import { looksRight, press, untilShown } from './procedures-screen.ts'

// What is sent, and how often, is in src/backend/webhook/webhook.api.test.ts; the detours without script in tests/api/proof-walks.test.ts.

test.use({ expectedConsole: /Applying inline style|status of 4\d\d/ })

test.describe.configure({ timeout: 180_000 })

const hook = 'https://hooks.example.jp/portal?shop=1'

test(
  'Webhookを作り、テストを送って結果を見て、鍵を替え、消す。鍵は作ったときだけ見える',
  { tag: '@looks' },
  async ({ page }) => {
    await logIn(page, 'tanaka')
    if (process.env['TEST_LONG']) await lookAtForms(page)
    const browser = await undrawn(page)
    const form = await browser.open(pages.webhooks)
    const wrong = await form.press('Webhookを作る', { url: 'https://192.168.0.1/hook' })
    expect(wrong.fieldErrors.join()).toContain('インターネットから届くアドレス')
    expect(wrong.valueOf('url')).toBe('https://192.168.0.1/hook')
    const made = await wrong.press('Webhookを作る', { url: hook })
    expect(made.text).toContain('Webhookを作りました')
    const secret = /whsec_[\w+/=-]+/.exec(made.text)?.[0] ?? ''
    expect(secret).not.toBe('')
    const list = await browser.open(pages.webhooks)
    expect(list.text).not.toContain(secret)

    await page.goto(list.links.find(({ text }) => text.includes(hook))?.href ?? '')
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

/** The form, which is walked without being drawn. */
async function lookAtForms(page: Page) {
  await page.goto(pages.webhooks)
  await looksRight(page, 'webhook-none')
  await page.getByLabel(/^届け先のアドレス/).fill('https://192.168.0.1/hook')
  await press(page, 'Webhookを作る')
  await expect(page.locator('#url-error')).toContainText('インターネットから届くアドレス')
  await looksRight(page, 'webhook-wrong')
}
