import { expect, logIn, open, test } from './fixtures.ts'
import { press } from './procedures-screen.ts'

// What is done on the screens of the account, with script; without, and the rest of it: tests/api/account-deeds.test.ts (docs/decisions/059).

test.use({ expectedConsole: /status of 4/ })

test(
  'お知らせの設定と連絡先の変更を、画面を読み直さずに済ませる',
  { tag: '@long' },
  async ({ page }) => {
    test.slow()
    await logIn(page, 'ito')
    const main = page.locator('main')
    await open(page, '/mypage/notice/setting.html')
    const billing = page.locator('#mail-billing')
    await billing.uncheck()
    await press(page, 'この内容で保存する')
    await expect(main).toContainText('設定を保存しました')
    await expect(billing).not.toBeChecked()
    await billing.check()
    await press(page, 'この内容で保存する')
    await expect(billing).toBeChecked()

    await open(page, '/mypage/user/edit.html?part=email')
    await page.getByLabel('新しいメールアドレス').fill('ito@')
    await press(page, '内容を確認する')
    await expect(page.getByRole('alert').first()).toContainText('「name@example.jp」の形で')
    await page.getByLabel('新しいメールアドレス').fill('ito.new@example.jp')
    await press(page, '内容を確認する')
    await press(page, 'この内容で申し込む')
    const code = page.getByLabel(/届いた6桁の確認コード/).first()
    await code.fill('12')
    await page.getByRole('button', { name: 'コードを確認する' }).first().click()
    await expect(page.getByRole('alert').first()).toContainText(
      '届いた6桁の数字を入力してください。',
    )
    await expect(code).toHaveValue('12')
    await press(page, 'この変更を取り下げる')
    await expect(main).toContainText('登録情報の変更：取り下げ済み')
  },
)

test('持ち出すファイルは、画面を読み直さなくても、できあがるとダウンロードできる', async ({
  page,
}) => {
  test.slow()
  await logIn(page, 'ito')
  await open(page, '/mypage/held.html')
  await press(page, 'ファイルを準備する')
  const zip = page.getByRole('link', { name: 'ZIPをダウンロードする' }).first()
  await expect(zip).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'ファイルを消去する' }).first().click()
  await expect(page.locator('main')).toContainText('持ち出すファイルを消去しました。')
})
