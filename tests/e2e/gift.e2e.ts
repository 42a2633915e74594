import type { Page } from '@playwright/test'
import { expect, phone } from './fixtures.ts'
import { findings } from './findings.ts'
import { logIn, test } from './own-portal.ts'
import { heading, press } from './procedures-screen.ts'

const main = (page: Page) => page.locator('main')

test.describe.configure({ mode: 'serial', timeout: 300_000 })
test.use({
  ...phone,
  startAt: '2026-11-28T10:00:00+09:00',
  life: 'gift',
  expectedConsole: /status of 4\d\d|Content Security Policy/,
})

const list = '/mypage/data/gift.html'
let code = ''

/** Nothing of a screen is wrong for who cannot see it. */
async function seen(page: Page, name: string) {
  expect(await findings(page), name).toEqual([])
  const shots = process.env['E2E_PICTURES']
  if (shots !== undefined)
    await page.screenshot({ path: `${shots}/gift-${name}.png`, fullPage: true })
}

test('鈴木さんは、量を選ばずには進めず、300 MBを贈り、伝えるコードを受け取る', async ({ page }) => {
  await logIn(page, 'suzuki', '/mypage/data/usage.html')
  await main(page).getByRole('link', { name: 'データを贈る・受け取る' }).click()
  await heading(page, 'データを贈る・受け取る').waitFor()
  await expect(main(page)).toContainText('いま贈れる量')
  await expect(main(page)).toContainText('贈ったデータは、まだありません')
  await seen(page, 'empty')
  await page.getByRole('link', { name: 'データを贈る', exact: true }).click()
  await heading(page, 'データを贈る').waitFor()
  await page.getByLabel('お相手に見せる名前').fill('けんいち')
  await press(page, '確認へ進む')
  await expect(main(page)).toContainText('贈る量を選んでください。')
  await expect(page.getByLabel('お相手に見せる名前')).toHaveValue('けんいち')
  await seen(page, 'refused')
  await page.getByLabel('贈る量').selectOption('300')
  await press(page, '確認へ進む')
  await heading(page, '贈る内容の確認').waitFor()
  await expect(main(page)).toContainText('300 MBを贈ります')
  await expect(main(page)).toContainText('300 MB・2026年12月31日（木）24:00まで')
  await seen(page, 'confirm')
  await press(page, '300 MBを贈る')
  await expect(main(page)).toContainText('データを贈りました。')
  // Told once: a reload says it no more.
  await expect(page).not.toHaveURL(/done=/)
  code = (await main(page).locator('code').first().textContent()) ?? ''
  expect(code).toMatch(/^[1-9]\d{3}-\d{4}$/)
  await seen(page, 'given')
})

test('佐藤さんは、違うコードでは受け取れず、正しいコードで受け取り、期限つきの束が見える', async ({
  page,
}) => {
  await logIn(page, 'sato', `${list}?take=1`)
  await page.getByLabel('ギフトのコード').fill('1234')
  await press(page, '受け取る')
  await expect(main(page)).toContainText('ギフトのコードを、8桁の数字で入力してください。')
  await expect(page.getByLabel('ギフトのコード')).toHaveValue('1234')
  await seen(page, 'code-refused')
  await page.getByLabel('ギフトのコード').fill(code)
  await press(page, '受け取る')
  await expect(main(page)).toContainText('データを受け取りました。')
  await expect(main(page)).toContainText('けんいちさんから')
  await expect(main(page)).not.toContainText('鈴木')
  await seen(page, 'taken')
  await page.goto('/mypage/data/usage.html')
  await expect(main(page)).toContainText('データギフト（11月28日）')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(list)
  await seen(page, 'taken-1280')
})

test('鈴木さんにも受け取られたことが見え、取り消しはなくなる。次のギフトは取り消せる', async ({
  page,
}) => {
  await logIn(page, 'suzuki', list)
  await expect(main(page)).toContainText('受け取り済み')
  await expect(page.getByRole('button', { name: /取り消す/ })).toHaveCount(0)
  await page.goto(`${list}?give=confirm&megabytes=100&nickname=${encodeURIComponent('けんいち')}`)
  await press(page, '100 MBを贈る')
  await press(page, /取り消す/)
  await expect(main(page)).toContainText('ギフトを取り消しました。')
  await page.setViewportSize({ width: 1280, height: 900 })
  await seen(page, 'undone-1280')
})
