import type { Page } from '@playwright/test'
import { findings } from './findings.ts'
import { expect, logIn, phone, test } from './fixtures.ts'
import { heading, press } from './procedures-screen.ts'

// How the screens of a gift look; given, taken and undone it is in tests/api/gift-walk.test.ts.

test.use({ ...phone, expectedConsole: /status of 4\d\d|Content Security Policy/ })

const list = '/mypage/data/gift.html'

/** Nothing of a screen is wrong for who cannot see it. */
async function seen(page: Page, name: string) {
  expect(await findings(page), name).toEqual([])
  const shots = process.env['E2E_PICTURES']
  if (shots !== undefined)
    await page.screenshot({ path: `${shots}/gift-${name}.png`, fullPage: true })
}

test('データを贈る画面は、断られたときも、贈ったあとも、読み上げと表示に欠けがない', async ({
  page,
}) => {
  const main = page.locator('main')
  await logIn(page, 'tanaka', `${list}?give=1`)
  await press(page, '確認へ進む')
  await expect(main).toContainText('贈る量を選んでください。')
  await seen(page, 'refused')
  await page.getByLabel('お相手に見せる名前').fill('けんいち')
  await page.getByLabel('贈る量').selectOption('300')
  await press(page, '確認へ進む')
  await heading(page, '贈る内容の確認').waitFor()
  await press(page, '300 MBを贈る')
  await expect(main).toContainText('データを贈りました。')
  // Told once: a reload says it no more.
  await expect(page).not.toHaveURL(/done=/)
  await seen(page, 'given')
  await press(page, /取り消す/)
  await expect(main).toContainText('ギフトを取り消しました。')
})

test(
  'ギフトの一覧と確認と受け取る画面も、読み上げと表示に欠けがない',
  { tag: '@long' },
  async ({ page }) => {
    await logIn(page, 'tanaka', list)
    await seen(page, 'list')
    const query = new URLSearchParams({ give: 'confirm', megabytes: '100', nickname: 'けんいち' })
    await page.goto(`${list}?${query}`)
    await seen(page, 'confirm')
    await page.goto(`${list}?take=1`)
    await page.getByLabel('ギフトのコード').fill('1234')
    await press(page, '受け取る')
    await expect(page.locator('main')).toContainText(
      'ギフトのコードを、8桁の数字で入力してください。',
    )
    await seen(page, 'code-refused')
  },
)
