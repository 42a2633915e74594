import type { CDPSession, Page } from '@playwright/test'
import { expect, running } from './fixtures.ts'
import { logIn, logInByPassword, test as portalTest } from './own-portal.ts'
import { heading, looksRight, looksRightToo, press } from './procedures-screen.ts'

// What needs the browser's keys. What the API answers is in src/backend/passkey/passkey.api.test.ts and tests/api/stranger.test.ts; without script:
// tests/api/passkey-walk.test.ts, account-screens.test.ts and src/server/session/show-passkey.api.test.ts.

type Phone = {
  /** Whether the finger is the owner's. */
  readonly verifies: (isVerified: boolean) => Promise<void>
}

// The key that the phone made in the first test is in it in the later ones.
let keys: Awaited<ReturnType<typeof credentialsOf>> = []

const credentialsOf = async (cdp: CDPSession, authenticatorId: string) =>
  (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials

/** A phone with a screen lock, as the debugger plays it. The browser of the tests is used again: it is put away at the end. */
const test = portalTest.extend<{ phone: Phone }>({
  phone: [
    async ({ page }, use) => {
      const cdp = await page.context().newCDPSession(page)
      await cdp.send('WebAuthn.enable')
      const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
      for (const credential of keys)
        await cdp.send('WebAuthn.addCredential', { authenticatorId, credential })
      await use({
        verifies: async (isUserVerified) => {
          await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
        },
      })
      keys = await credentialsOf(cdp, authenticatorId)
      await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
      await cdp.send('WebAuthn.disable')
    },
    { auto: true },
  ],
})

test.describe.configure({ mode: 'serial', timeout: 300_000 })
test.use({
  // axe tries a style of its own, which the page's policy refuses.
  expectedConsole: /Applying inline style|status of 4\d\d/,
})

const main = (page: Page) => page.locator('main')
const codeHeading = '確認コードの入力'

test(
  'パスキーを追加し、名前を付けると、一覧に端末と日時が並ぶ',
  { tag: '@looks' },
  async ({ page }) => {
    await logIn(page, 'kobayashi', '/mypage/user/passkey.html')
    await expect(main(page)).toContainText('登録したパスキーは、まだありません')
    await looksRightToo(page, 'passkeys-empty')
    await page.getByRole('link', { name: 'パスキーを追加する' }).click()
    await heading(page, 'パスキーを追加する').waitFor()
    // Pressed before the page is taken over, it is a form without an answer.
    await running(page)
    await looksRight(page, 'passkey-add')
    await press(page, 'パスキーを追加する')
    await expect(page.getByRole('heading', { name: '追加しました' })).toBeVisible()
    await expect(main(page)).toContainText('2026年11月29日（日）')
    await looksRightToo(page, 'passkey-added')
    await page.getByLabel('見分けるための名前').fill('')
    await press(page, 'おわる')
    await expect(main(page)).toContainText('パスキーを見分けるための名前を入力してください。')
    await page.getByLabel('見分けるための名前').fill('健一のPixel 8a')
    await press(page, 'おわる')
    await expect(page.getByRole('article', { name: '健一のPixel 8a' })).toContainText('この端末')
    await looksRight(page, 'passkeys')
  },
)

test(
  'MNP転出の確認コードの代わりにパスキーを使うと、押した申し込みがそのまま進む',
  { tag: '@looks' },
  async ({ page, phone }) => {
    await logInByPassword(page, 'kobayashi', '/mypage/portout.html')
    await press(page, '転出の内容を確認する')
    await page.getByRole('checkbox').check()
    await press(page, 'MNP予約番号の発行を申し込む')
    await heading(page, 'ご本人の確認').waitFor()
    // Pressed before the page is taken over, it is a form without an answer.
    await running(page)
    await looksRight(page, 'prove')

    await phone.verifies(false)
    await press(page, 'パスキーで確認する')
    await expect(page.getByRole('alert')).toContainText('もう一度お試しください')
    await looksRightToo(page, 'prove-refused')
    await phone.verifies(true)
    await press(page, 'パスキーで確認する')
    await expect(heading(page, 'MNP予約番号')).toBeVisible()
    await expect(main(page)).toContainText('MNP転出を受け付けました')
    await expect(main(page)).not.toContainText('保留')
    await expect(heading(page, codeHeading)).toHaveCount(0)
  },
)
