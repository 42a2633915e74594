import { expect, logInByPassword, test, typeCode } from './fixtures.ts'
import { entry, heading, looksRight, press } from './procedures-screen.ts'

// Without script: tests/http/lock.test.ts and tests/http/stranger.test.ts.

// axe tries a style of its own, which the page's policy refuses.
test.use({ expectedConsole: /Applying inline style/ })

const codeHeading = '確認コードの入力'

test('ロックしたMNP転出は断られ、解除は確認コードを経てロックの画面に戻り、外れる日時が出て、取り消せる', async ({
  page,
}) => {
  test.slow()
  await logInByPassword(page, 'kobayashi', '/mypage/lock.html')
  const main = page.locator('main')
  await page.getByLabel('解除の待ち時間').first().selectOption('24時間')
  await page.getByRole('button', { name: 'ロックする' }).first().click()
  await expect(main).toContainText('ロックしました。いまから効いています。')

  await page.goto('/mypage/portout.html')
  await expect(main).toContainText('お客さまが設定したMNP転出のロックがかかっているため')
  await looksRight(page, 'port-out-locked')
  await page.getByRole('link', { name: 'ロックを確認・解除する' }).click()
  await press(page, 'ロックを解除する')
  await expect(heading(page, codeHeading)).toBeVisible()
  await looksRight(page, 'provider-code')
  await typeCode(page)
  await expect(heading(page, '手続きロック（不正防止）')).toBeVisible()
  // What was pressed before the code goes on by itself.
  await expect(main).toContainText('解除を受け付けました。')
  await expect(entry(page, '外れる日時')).toHaveText(/^\d{4}年\d+月\d+日（.）/)
  await looksRight(page, 'lock-lifting')

  await press(page, '解除を取り消す')
  await expect(main).toContainText('ロックは、これまでどおり効いています。')
  await expect(entry(page, '外れる日時')).toHaveCount(0)
})

test('パスワードだけでは、SIM、転出、連絡先の画面をどう進んでも確認コードの画面で止まり、何も申し込まれない', async ({
  page,
}) => {
  test.slow()
  await logInByPassword(page, 'sato', '/mypage/sim/change.html')
  const main = page.locator('main')
  await main
    .getByRole('link', { name: /サイズ変更・再発行/ })
    .first()
    .click()
  await page.getByRole('radio', { name: /^故障・破損/ }).check()
  await page.locator('input[name="size"][value="nano"]').check()
  await press(page, '費用と日程を確認する')
  await expect(heading(page, /の確認$/)).toBeVisible()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await press(page, /申し込む$/)
  await expect(heading(page, codeHeading)).toBeVisible()

  await page.goto('/mypage/portout.html')
  await press(page, '転出の内容を確認する')
  await page.getByRole('checkbox').check()
  await press(page, 'MNP予約番号の発行を申し込む')
  await expect(heading(page, codeHeading)).toBeVisible()

  await page.goto('/mypage/user/edit.html?part=email')
  await expect(page.getByRole('button', { name: '内容を確認する' })).toHaveCount(0)
  await page.getByRole('link', { name: '確認して続ける' }).click()
  await expect(heading(page, codeHeading)).toBeVisible()

  await page.goto('/mypage/order.html')
  await expect(main).toContainText('お手続き状況')
  await expect(main).not.toContainText(/サイズ変更・再発行|MNP転出|登録情報の変更/)
})
