import type { BrowserContext, Page } from '@playwright/test'
import { expect, logIn, running, test } from './fixtures.ts'
import { logInAtDesk, looksRight as looksRightAtDesk } from './desk.ts'

const consoleUrl = process.env['E2E_CONSOLE_URL'] ?? ''

// What is held until a second clerk has looked, and what is sent: tests/api/behalf-walk.test.ts.
test.use({ viewport: { width: 1280, height: 900 }, locale: 'ja-JP' })

/** The member's own browser, beside the clerk's. */
async function memberPage(context: BrowserContext, loginId: string, back: string) {
  const page = await context.newPage()
  await logIn(page, loginId, back)
  return page
}

/** The member reads out the code that my page shows; the clerk types it into the record opened out of the case. */
async function openProved(clerk: Page, member: Page, topic: string) {
  await member.goto('/mypage/contact.html')
  const asked = member.locator('#contacts').getByRole('link').filter({ hasText: topic }).first()
  const ticketNo = new URL((await asked.getAttribute('href')) ?? '', member.url()).searchParams.get(
    'no',
  )
  await member.goto('/mypage/contact.html?call=1')
  await running(member)
  await member.getByRole('button', { name: '番号を表示する' }).click()
  const code = (await member.locator('.contact-code').textContent()) ?? ''
  await clerk.goto(`${consoleUrl}/t/${ticketNo}`)
  await running(clerk)
  await clerk.getByRole('button', { name: '360°を開く' }).click()
  await clerk.getByLabel('6けたの数字').first().fill(code)
  await clerk.getByRole('button', { name: '照らし合わせる' }).first().click()
  await expect(clerk.getByRole('status').first()).toContainText('ご本人と確かめました')
  return ticketNo ?? ''
}

const takePicture = async (page: Page, name: string) => {
  const folder = process.env['E2E_PICTURES']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

async function looksRight(page: Page, name: string) {
  await takePicture(page, name)
  await looksRightAtDesk(page)
}

test('電話の鈴木さんのデータ容量を代理で予約し、本人はだれがなぜしたかを読んで元に戻す', async ({
  page,
  browser,
  baseURL,
}) => {
  const own = await browser.newContext({ baseURL, locale: 'ja-JP' })
  const member = await memberPage(own, 'suzuki', '/mypage/contact.html')
  await logInAtDesk(page, consoleUrl, 'yamamoto')
  const ticketNo = await openProved(page, member, '料金')
  await page.getByRole('link', { name: '代理で手続きする' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('代理の手続き')
  await looksRight(page, 'behalf-list')
  await page.getByRole('link', { name: /代理で開く.*データ容量の変更/ }).click()
  await page.waitForURL('**/mypage/plan/change.html')
  await running(page)
  await expect(page.getByRole('region', { name: '代理操作中' })).toContainText(ticketNo)
  await looksRight(page, 'behalf-size')
  await page.getByRole('radio', { disabled: false }).first().check()
  await page.getByRole('button', { name: '変更の内容を確認する' }).click()
  await expect(page.locator('.read-out')).toContainText('よろしいですか。')
  await looksRight(page, 'behalf-confirm')
  await page.getByRole('button', { name: 'この内容で変更を予約する' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('データ容量の変更の受付')
  expect(new URL(page.url()).pathname).toMatch(/^\/c\/[^/]+\/mypage\/plan\/change\.html$/)
  await looksRight(page, 'behalf-done')

  await member.goto('/mypage/access.html')
  const act = member
    .getByRole('article', { name: /データ容量の変更(?:を予約しました|の予約を変えました)/ })
    .first()
  await expect(act).toContainText('担当：受付')
  await expect(act).toContainText(`番号：${ticketNo}`)
  await takePicture(member, 'behalf-record')
  await act.getByRole('link', { name: '手続きの状況を見る・取り消す' }).click()
  await expect(member.getByText(`（お問い合わせ ${ticketNo}）`).first()).toBeVisible()
  await member
    .getByRole('link', { name: /取り消す/ })
    .first()
    .click()
  await member.getByRole('button', { name: '予約を取り消す' }).click()
  await expect(member.getByRole('heading', { level: 1 })).toHaveText('データ容量変更の取り消し')
  await own.close()
})
