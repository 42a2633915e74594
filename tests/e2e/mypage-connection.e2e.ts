import type { Page } from '@playwright/test'
import * as oauth from 'openid-client'
import { pages } from '#vocabulary/pages.ts'
import { expect, logIn, test, undrawn } from './fixtures.ts'
import { looksRight, looksRightToo, press } from './procedures-screen.ts'

// What a key or a token may is in src/backend/connection/connection.api.test.ts and src/server/oauth/oauth.api.test.ts; an app of the
// member's own from its registration to its end, without script, in tests/http/connection.test.ts. Drawn is what has script of its
// own, or is looked at: the consent, and the list with what is revoked.

test.use({ expectedConsole: /Applying inline style|status of 4\d\d/ })

test.describe.configure({ timeout: 180_000 })

const REDIRECT = 'http://127.0.0.1:49152/callback'

test(
  'アクセスキーを作って呼び、アプリを連携し、使われたことを見て、どちらも取り消す',
  { tag: '@looks' },
  async ({ page, baseURL }) => {
    const portal = baseURL ?? ''
    const residual = async (token: string) => {
      const headers = { authorization: `Bearer ${token}`, 'user-agent': 'kakeibo/1.0' }
      return (await fetch(`${portal}/api/v1/high_speed/residual/`, { headers })).status
    }
    await logIn(page, 'tanaka')
    if (process.env['TEST_LONG']) await lookAtForms(page)
    const browser = await undrawn(page)
    const key = await test.step('アクセスキー', async () => {
      const form = await (await browser.open(pages.connections)).follow('アクセスキーを作る')
      const wrong = await form.press('アクセスキーを作る', { name: '家計簿' })
      expect(wrong.fieldErrors.join()).toContain('許すことを')
      expect(wrong.valueOf('name')).toBe('家計簿')
      const done = await wrong.press('アクセスキーを作る', { scopes: 'data:read' })
      expect(done.text).toContain('アクセスキーを作りました')
      const made = /hbk_[\w-]+/.exec(done.text)?.[0] ?? ''
      expect((await browser.open(done.url.href)).text).not.toContain(made)
      expect(await residual(made)).toBe(200)
      return made
    })

    // A script on the member's own machine: nobody listens here, and the address says it all.
    const token = await test.step('アプリ', async () => {
      const form = await browser.open(pages.connectionApp)
      const registered = await form.press('登録する', {
        name: '手元の集計',
        redirectUri: 'http://127.0.0.1/callback',
        scopes: ['data:read', 'bills:read'],
      })
      const clientId = /app_\w+/.exec(registered.textIn('own-apps'))?.[0] ?? ''
      const config = await oauth.discovery(new URL(portal), clientId, undefined, oauth.None(), {
        algorithm: 'oauth2',
        execute: [oauth.allowInsecureRequests],
      })
      const verifier = oauth.randomPKCECodeVerifier()
      const state = oauth.randomState()
      const begin = oauth.buildAuthorizationUrl(config, {
        redirect_uri: REDIRECT,
        scope: 'data:read bills:read',
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      // Whoever has unticked something and declines then is asked nothing.
      await page.goto(begin.href)
      await page.getByLabel('請求を見る').uncheck()
      await press(page, '断る')
      await expect(page.getByRole('heading', { name: '連携を断りました' })).toBeVisible()
      await page.goto(begin.href)
      await expect(page.getByRole('heading', { name: 'アプリの連携' })).toBeVisible()
      await looksRight(page, 'connection-consent')
      await page.getByLabel('請求を見る').uncheck()
      await press(page, '許して連携する')
      await expect(page.getByRole('heading', { name: 'アプリを連携しました' })).toBeVisible()
      await looksRightToo(page, 'connection-agreed')
      const back = page.waitForRequest((request) => request.url().startsWith(REDIRECT))
      await page
        .getByRole('link', { name: /アプリに戻る/ })
        .click()
        .catch(() => undefined)
      const tokens = await oauth.authorizationCodeGrant(config, new URL((await back).url()), {
        pkceCodeVerifier: verifier,
        expectedState: state,
      })
      expect([tokens.scope, await residual(tokens.access_token)]).toEqual(['data:read', 200])
      return tokens.access_token
    })

    await test.step('取り消す', async () => {
      await page.goto(pages.connections)
      await expect(page.locator('main')).toContainText('kakeibo/1.0')
      await looksRight(page, 'connection-two')
      await press(page, /^すぐに取り消す.*家計簿/)
      await expect(page.getByRole('status')).toContainText('取り消しました')
      await press(page, /^登録を消す.*手元の集計/)
      await expect(page.getByRole('status')).toContainText('登録を消しました')
      await expect(page.locator('main')).toContainText(
        '使えるアクセスキーも、連携しているアプリも、ありません',
      )
      expect([await residual(key), await residual(token)]).toEqual([401, 401])
    })
  },
)

/** The forms and what comes of them, which are walked without being drawn. */
async function lookAtForms(page: Page) {
  await page.goto(pages.connections)
  await looksRight(page, 'connection-none')
  await page.getByRole('link', { name: 'アクセスキーを作る' }).click()
  await page.getByLabel('名前').fill('家計簿')
  await press(page, 'アクセスキーを作る')
  await expect(page.locator('#scopes-error')).toContainText('許すことを')
  await looksRight(page, 'connection-wrong')
  await page.getByLabel('データの残りを見る').check()
  await press(page, 'アクセスキーを作る')
  await expect(page.getByRole('heading', { name: 'アクセスキーを作りました' })).toBeVisible()
  await looksRight(page, 'connection-made')
  await page.goto(pages.connectionApp)
  await looksRight(page, 'connection-own-app')
  await page.goto(pages.connections)
  await press(page, /^すぐに取り消す.*家計簿/)
  await expect(page.getByRole('status')).toContainText('取り消しました')
}
