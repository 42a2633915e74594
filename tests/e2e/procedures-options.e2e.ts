import { expect, logIn, test } from './fixtures.ts'
import { heading, looksRight, looksRightToo, press, reaches } from './procedures-screen.ts'

// Joined, left and taken back without script: tests/http/options.test.ts.

const list = '/mypage/option.html'

test.describe.configure({ timeout: 180_000 })
// axe tries a style of its own, which the page's policy refuses.
test.use({ expectedConsole: /Applying inline style/ })

test(
  '転送先は先に聞かれ、登録できない番号は打ったまま直せる',
  { tag: '@looks' },
  async ({ page }) => {
    await logIn(page, 'sato', list)
    await looksRight(page, 'option-list')
    await page.getByRole('link', { name: /^申し込む\s*：転送電話/ }).click()
    await page.getByLabel('転送先の電話番号').fill('0570000000')
    await press(page, '内容を確認する')
    await expect(page.getByRole('link', { name: /転送先に登録できません/ })).toBeVisible()
    await expect(page.getByLabel('転送先の電話番号')).toHaveValue('0570000000')
    await looksRight(page, 'option-forwarding')
    await page.getByLabel('転送先の電話番号').fill('09000009991')
    await press(page, '内容を確認する')
    await expect(heading(page, 'オプションの確認')).toBeVisible()
    await looksRightToo(page, 'option-confirm')
  },
)

test('フィルタリングも先に聞かれる', { tag: '@long' }, async ({ page }) => {
  await logIn(page, 'sato', list)
  await page.getByRole('link', { name: /^申し込む\s*：フィルタリング/ }).click()
  await looksRight(page, 'option-filtering')
  await page.getByRole('checkbox').check()
  await press(page, '内容を確認する')
  await expect(heading(page, 'オプションの確認')).toBeVisible()
})

test(
  '留守番電話を申し込むと、設備の設定が終わりしだい使える。解約と取り消しもできる',
  { tag: '@long' },
  async ({ page }) => {
    await logIn(page, 'kobayashi', list)
    await page.getByRole('link', { name: /^申し込む\s*：留守番電話/ }).click()
    await expect(heading(page, 'オプションの確認')).toBeVisible()
    await looksRight(page, 'option-join')
    await page.getByRole('checkbox').check()
    await press(page, 'この内容で申し込む')
    await expect(heading(page, 'オプションの受付')).toBeVisible()
    await looksRight(page, 'option-done')
    await page.getByRole('link', { name: 'お手続き状況を見る' }).click()
    await reaches(page, '完了')

    await page.goto(list)
    await page.getByRole('link', { name: /^解約する\s*：留守番電話/ }).click()
    await looksRight(page, 'option-leave')
    await press(page, 'このオプションを解約する')
    await expect(heading(page, 'オプションの受付')).toBeVisible()

    await page.goto(list)
    await page.getByRole('link', { name: /^解約を取り消す\s*：留守番電話/ }).click()
    await page.getByRole('checkbox').check()
    await press(page, '解約を取り消す')
    await expect(heading(page, 'オプションの解約の取り消し')).toBeVisible()
  },
)
