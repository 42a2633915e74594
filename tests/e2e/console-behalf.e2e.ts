import type { Page } from '@playwright/test'
import { logInAtDesk, looksRight } from './desk.ts'
import { expect, logIn, running, test, undrawn } from './fixtures.ts'

// A procedure on behalf with script. Without it, what the member then reads, what is held until a second clerk has looked, and what
// is sent: tests/api/behalf-walk.test.ts.

const consoleUrl = process.env['E2E_CONSOLE_URL'] ?? ''

test.use({ viewport: { width: 1280, height: 900 }, locale: 'ja-JP' })

/** The member's case, and the code that my page shows for who is on the telephone. */
async function onTelephone(member: Page, topic: string) {
  const browser = await undrawn(member)
  const { links } = await browser.open('/mypage/contact.html')
  const asked = links.find(({ text, href }) => text.includes(topic) && href.includes('no='))
  const calling = await browser.open('/mypage/contact.html?call=1')
  const [code = ''] = (await calling.press('番号を表示する')).textsOf('contact-code')
  return { ticketNo: new URLSearchParams(asked?.href.split('?')[1]).get('no') ?? '', code }
}

async function takePicture(page: Page, name: string) {
  const folder = process.env['E2E_PICTURES']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

test('電話の鈴木さんのデータ容量を、確かめてから代理で予約する。読み上げる確認も、375pxでも、表示に欠けがない', async ({
  page,
  browser,
  baseURL,
}) => {
  const own = await browser.newContext({ baseURL, locale: 'ja-JP' })
  const member = await own.newPage()
  await logIn(member, 'suzuki')
  const { ticketNo, code } = await onTelephone(member, '料金')
  await own.close()

  await logInAtDesk(page, consoleUrl, 'yamamoto', `/t/${ticketNo}`)
  await page.getByRole('button', { name: '360°を開く' }).click()
  await page.getByLabel('6けたの数字').first().fill(code)
  await page.getByRole('button', { name: '照らし合わせる' }).first().click()
  await expect(page.getByRole('status').first()).toContainText('ご本人と確かめました')
  await page.getByRole('link', { name: '代理で手続きする' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('代理の手続き')
  await page.getByRole('link', { name: /代理で開く.*データ容量の変更/ }).click()
  await page.waitForURL('**/mypage/plan/change.html')
  await running(page)
  await expect(page.getByRole('region', { name: '代理操作中' })).toContainText(ticketNo)
  await page.getByRole('radio', { disabled: false }).first().check()
  await page.getByRole('button', { name: '変更の内容を確認する' }).click()
  await expect(page.locator('.read-out')).toContainText('よろしいですか。')
  await looksRight(page, { inDark: process.env['TEST_LONG'] !== undefined })
  await takePicture(page, 'behalf-confirm')
  await page.getByRole('button', { name: 'この内容で変更を予約する' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('データ容量の変更の受付')
  expect(new URL(page.url()).pathname).toMatch(/^\/c\/[^/]+\/mypage\/plan\/change\.html$/)
})
