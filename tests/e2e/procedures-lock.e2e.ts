import { expect, logInByPassword, test, typeCode } from './fixtures.ts'
import { entry, heading, looksRight, looksRightToo, press } from './procedures-screen.ts'

// Without script: tests/http/lock.test.ts and tests/http/stranger.test.ts; every procedure that a password is not enough for: tests/api/proof-walks.test.ts.

// axe tries a style of its own, which the page's policy refuses.
test.use({ expectedConsole: /Applying inline style/ })

const codeHeading = '確認コードの入力'

test(
  'ロックしたMNP転出は断られ、解除は確認コードを経てロックの画面に戻り、外れる日時が出て、取り消せる',
  {
    tag: '@looks',
  },
  async ({ page }) => {
    test.slow()
    await logInByPassword(page, 'kobayashi', '/mypage/lock.html')
    const main = page.locator('main')
    await page.getByLabel('解除の待ち時間').first().selectOption('24時間')
    await page.getByRole('button', { name: 'ロックする' }).first().click()
    await expect(main).toContainText('ロックしました。いまから効いています。')

    await page.goto('/mypage/portout.html')
    await expect(main).toContainText('お客さまが設定したMNP転出のロックがかかっているため')
    await looksRightToo(page, 'port-out-locked')
    await page.getByRole('link', { name: 'ロックを確認・解除する' }).click()
    await press(page, 'ロックを解除する')
    await expect(heading(page, codeHeading)).toBeVisible()
    await looksRight(page, 'provider-code')
    await typeCode(page)
    await expect(heading(page, '手続きロック（不正防止）')).toBeVisible()
    // What was pressed before the code goes on by itself.
    await expect(main).toContainText('解除を受け付けました。')
    await expect(entry(page, '外れる日時')).toHaveText(/^\d{4}年\d+月\d+日（.）/)
    await looksRightToo(page, 'lock-lifting')

    await press(page, '解除を取り消す')
    await expect(main).toContainText('ロックは、これまでどおり効いています。')
    await expect(entry(page, '外れる日時')).toHaveCount(0)
  },
)
