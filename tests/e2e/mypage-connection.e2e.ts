import * as oauth from 'openid-client'
import { antiForgery } from '#protocol/conventions.ts'
import { pages } from '#vocabulary/pages.ts'
import { expect, logIn, test } from './fixtures.ts'
import { looksRight, press } from './procedures-screen.ts'

// What a key or a token may is in src/backend/connection/connection.api.test.ts and src/server/oauth/oauth.api.test.ts; the detours without
// script in tests/api/proof-walks.test.ts.

test.use({ expectedConsole: /Applying inline style|status of 4\d\d/ })

test.describe.configure({ timeout: 180_000 })

const REDIRECT = 'http://127.0.0.1:49152/callback'

test('アクセスキーを作って呼び、アプリを連携して呼び、何をしたかを見て、どちらも取り消す', async ({
  page,
  baseURL,
}) => {
  const portal = baseURL ?? ''
  await logIn(page, 'tanaka', pages.connections)
  await looksRight(page, 'connection-none')
  await page.getByRole('link', { name: 'アクセスキーを作る' }).click()
  await page.getByLabel('名前').fill('家計簿')
  await press(page, 'アクセスキーを作る')
  await expect(page.locator('#scopes-error')).toContainText('許すことを')
  await expect(page.getByLabel('名前')).toHaveValue('家計簿')
  await looksRight(page, 'connection-wrong')
  await page.getByLabel('データの残りを見る').check()
  await press(page, 'アクセスキーを作る')
  await expect(page.getByRole('heading', { name: 'アクセスキーを作りました' })).toBeVisible()
  const key = (await page.locator('.connection-key code').first().textContent()) ?? ''
  expect(key).toMatch(/^hbk_/)
  await looksRight(page, 'connection-made')
  await page.reload()
  await expect(page.locator('main')).not.toContainText(key)

  const residual = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'user-agent': 'kakeibo/1.0' }
    return (await fetch(`${portal}/api/v1/high_speed/residual/`, { headers })).status
  }
  expect(await residual(key)).toBe(200)

  // A script on the member's own machine: nobody listens here, and the address says it all.
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === antiForgery.cookie)?.value ?? ''
  const registered = await page.request.post(`${portal}/api/connections/client/`, {
    data: { name: '手元の集計' },
    headers: { [antiForgery.header]: token, origin: portal, 'sec-fetch-site': 'same-origin' },
  })
  const clientId = /"clientId":"([^"]+)"/.exec(await registered.text())?.[1] ?? ''
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
  await page.goto(begin.href)
  await expect(page.getByRole('heading', { name: 'アプリの連携' })).toBeVisible()
  await looksRight(page, 'connection-consent')
  await page.getByLabel('請求を見る').uncheck()
  await press(page, '許して連携する')
  await expect(page.getByRole('heading', { name: 'アプリを連携しました' })).toBeVisible()
  await looksRight(page, 'connection-agreed')
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

  await page.goto(pages.connections)
  await expect(page.locator('main')).toContainText('kakeibo/1.0')
  await looksRight(page, 'connection-two')
  await press(page, /^すぐに取り消す.*家計簿/)
  await expect(page.getByRole('status')).toContainText('取り消しました')
  await press(page, /^すぐに取り消す.*手元の集計/)
  await expect(page.locator('main')).toContainText(
    '使えるアクセスキーも、連携しているアプリも、ありません',
  )
  expect([await residual(key), await residual(tokens.access_token)]).toEqual([401, 401])
})
