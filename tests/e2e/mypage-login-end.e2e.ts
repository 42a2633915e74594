import type { Page } from '@playwright/test'
import { fill } from './applicant.ts'
import { findings } from './findings.ts'
import { expect, running } from './fixtures.ts'
import { logIn, test } from './own-portal.ts'
import { press } from './procedures-screen.ts'

// The end of a login is said before it comes, and put off by one press (WCAG 2.2.1).

test.describe.configure({ mode: 'serial' })
// axe tries a style of its own, which the page's policy refuses; a login that is over answers 401, what a
// rule refuses another 4xx.
test.use({ expectedConsole: /Applying inline style|status of 4\d\d/ })

const path = '/mypage/user/edit.html?part=address'
const warning = (page: Page) => page.getByRole('alertdialog')
const keepOn = (page: Page) => page.getByRole('button', { name: 'ログインを続ける' })

/** A page of its own with something typed, whose timers run when the test lets them. */
async function typing(page: Page) {
  await page.clock.install()
  await page.goto(path)
  await running(page)
  const field = page.locator('[name="street"]')
  await field.fill('太子堂3-4-5')
  return field
}

test('ログインが終わる2分前に知らせ、1回押すだけで、入力した内容も入力していた欄もそのままに続けられる', async ({
  page,
  context,
  portal,
}) => {
  await logIn(page, 'sato')
  const field = await typing(page)
  await portal.leaveUnused(28)
  await page.clock.fastForward('27:50')
  await expect(warning(page)).toHaveCount(0)
  await page.clock.fastForward('00:15')
  await expect(warning(page)).toHaveAccessibleName('あと2分でログアウトします')
  await expect(warning(page)).toHaveAccessibleDescription(/30分のあいだ操作がないと/)
  await expect(keepOn(page)).toBeFocused()
  expect(await findings(page, 'dialog')).toEqual([])
  await page.keyboard.press('Enter')
  await expect(warning(page)).toHaveCount(0)
  await expect(field).toHaveValue('太子堂3-4-5')
  await expect(field).toBeFocused()
  const left = await page.request.get('/api/login/left/')
  const { result } = await left.json()
  expect(result.secondsLeft).toBeGreaterThan(1700)

  await test.step('どのタブにも知らせ、1つのタブで続ければ、ほかのタブのお知らせも消える', async () => {
    const other = await context.newPage()
    await typing(other)
    await portal.leaveUnused(28)
    for (const one of [page, other]) await one.clock.fastForward('28:05')
    for (const one of [page, other]) await expect(warning(one)).toBeVisible()
    // Closing it is a sign of life as well.
    await other.keyboard.press('Escape')
    for (const one of [page, other]) await expect(warning(one)).toHaveCount(0)
    await other.close()
  })
})

test('30秒前にもう一度知らせ、終わったあとも入力した内容は残り、別のタブでログインすれば続けられる。ログインから12時間の終わりは、延ばせないことと、続け方を知らせる', async ({
  page,
  context,
  portal,
}) => {
  await logIn(page, 'sato')
  const field = await typing(page)
  await portal.leaveUnused(28)
  await page.clock.fastForward('28:05')
  await expect(warning(page).getByRole('status')).toHaveText('あと2分でログアウトします')
  await portal.leaveUnused(29.5)
  await page.clock.fastForward('01:30')
  await expect(warning(page).getByRole('status')).toHaveText('あと30秒でログアウトします')
  await portal.leaveUnused(30)
  await page.clock.fastForward('00:32')
  await expect(warning(page)).toHaveAccessibleName('ログアウトしました')
  expect(await findings(page, 'dialog')).toEqual([])
  const login = warning(page).getByRole('link', { name: /ログインする.*新しいタブで開きます/ })
  await expect(login).toBeFocused()
  await expect(login).toHaveAttribute('target', '_blank')
  const beside = await context.newPage()
  // The provider still knows them: it leads straight back.
  await beside.goto((await login.getAttribute('href')) ?? '')
  await beside.waitForURL(/top\.html/)
  await running(beside)
  await expect(warning(page)).toHaveCount(0)
  await beside.close()
  await expect(field).toHaveValue('太子堂3-4-5')

  await test.step('ログインから12時間の終わり', async () => {
    const result = { secondsLeft: 118, canGoOn: false }
    await page.route('**/api/login/left*', (route) =>
      route.fulfill({ json: { code: 200, result } }),
    )
    await page.clock.fastForward('28:05')
    await expect(warning(page)).toHaveAccessibleName('あと2分でログアウトします')
    await expect(warning(page)).toContainText('ログインから12時間がたつので')
    await expect(keepOn(page)).toHaveCount(0)
    await warning(page).getByRole('button', { name: '閉じる' }).click()
    await expect(warning(page)).toHaveCount(0)
  })
  await page.getByRole('button', { name: /確認/ }).click()
  await expect(page.locator('main')).toContainText('太子堂3-4-5')
})

test('承継の入力の途中でログインが切れても、ログインを経て、入力したまま次に進む', async ({
  page,
  portal,
}) => {
  const main = page.locator('main')
  await logIn(page, 'kobayashi', '/order/succession/contract')
  await fill(page, {
    phone: '090-0000-2001',
    lastNameKana: 'スズキ',
    firstNameKana: 'ケンイチ',
    birth: '19791103',
    diedOn: '20261101',
  })
  await page.locator('[name="relation"]').selectOption({ label: '子' })
  await page.locator('[name="wish"][value="end"]').check()
  await portal.leaveUnused(30)
  await press(page, '確認して進む')
  const steps = page.locator('.succession-steps > li')
  await expect(steps.filter({ hasText: '亡くなった方のご契約' })).toContainText(
    'スズキ ケンイチ様のご契約',
  )
  await expect(page).toHaveURL(/succession\/apply$/)

  // What the rule refuses comes back with all that was typed.
  await page.goto('/order/succession/contract')
  await fill(page, { phone: '090-0000-9999', diedOn: '20261102' })
  await portal.leaveUnused(30)
  await press(page, '確認して進む')
  await expect(main).toContainText('合うご契約が見つかりませんでした')
  await expect(page).toHaveURL(/succession\/contract$/)
  for (const [name, value] of [
    ['phone', '090-0000-9999'],
    ['firstNameKana', 'ケンイチ'],
    ['diedOn', '2026-11-02'],
    ['relation', 'child'],
  ] as const)
    await expect(page.locator(`[name="${name}"]`)).toHaveValue(value)
  await expect(page.locator('[name="wish"][value="end"]')).toBeChecked()
})
