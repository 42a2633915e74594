import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServer } from '../wire/listen.ts'
import { createTestBrowser } from '../wire/test-browser.ts'
import { startPlatform } from './start.ts'
import type { PlatformOptions } from './start.ts'
import { startPoints } from './points.ts'
import { beginLogin, redirectUri } from '#tests/stand-ins/login.ts'

const afterLogout = 'http://portal.test/'
const client = {
  clientId: 'portal',
  clientSecret: 'portal-secret-for-tests',
  redirectUris: [redirectUri],
  postLogoutRedirectUris: [afterLogout],
}
const sato = {
  sub: 'acc-sato',
  loginId: 'sato',
  password: 'correct horse',
  name: '佐藤 花子',
  email: 'sato@example.test',
  mvnoMember: true,
}

let instant = Temporal.Instant.from('2026-11-20T10:00:00+09:00')
let folder = ''
let options: PlatformOptions
let server: RunningServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-'))
  options = {
    port: 0,
    dataFile: join(folder, 'platform.sqlite'),
    now: () => instant,
    secret: 'secret',
    servicesSecret: 'services',
    accounts: [sato],
    clients: [client],
    returnOrigins: [],
    mailFolder: folder,
  }
  server = await startPlatform(options)
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

async function discover(url = server.url) {
  return oidc.discovery(new URL(url), client.clientId, client.clientSecret, undefined, {
    execute: [oidc.allowInsecureRequests],
  })
}

const rightForm = { loginId: 'sato', password: 'correct horse' }

describe('OIDCのログイン', () => {
  test('正しいパスワードで、本人の情報がポータルに渡る', async () => {
    const config = await discover()
    const browser = createTestBrowser()
    const flow = await beginLogin(config)
    const loginPage = await browser.follow(flow.url)
    expect(loginPage.response.status).toBe(200)
    expect(await loginPage.response.text()).toContain('<h1>ログイン</h1>')

    const back = await browser.follow(loginPage.url.href, rightForm)
    expect(back.url.origin).toBe('http://portal.test')
    const tokens = await oidc.authorizationCodeGrant(config, back.url, flow.checks)
    const claims = tokens.claims()
    expect(claims).toMatchObject({
      sub: 'acc-sato',
      name: '佐藤 花子',
      email: 'sato@example.test',
      email_verified: true,
      mvno_member: true,
      staff: false,
    })
    expect(typeof claims?.auth_time).toBe('number')
    expect(tokens.refresh_token).toBeUndefined()
    const info = await oidc.fetchUserInfo(config, tokens.access_token, 'acc-sato')
    expect(info['mvno_member']).toBe(true)

    await expect(oidc.authorizationCodeGrant(config, back.url, flow.checks)).rejects.toThrow()
  })

  test('ログイン済みなら聞き直さず、prompt=login なら聞き直す', async () => {
    const config = await discover()
    const browser = createTestBrowser()
    const first = await beginLogin(config)
    const page = await browser.follow(first.url)
    await browser.follow(page.url.href, rightForm)

    const again = await browser.follow((await beginLogin(config)).url)
    expect(again.url.searchParams.get('code')).not.toBeNull()

    const fresh = await browser.follow((await beginLogin(config, { prompt: 'login' })).url)
    expect(fresh.url.pathname).toMatch(/^\/login\//)
    const back = await browser.follow(fresh.url.href, rightForm)
    expect(back.url.searchParams.get('code')).not.toBeNull()
  })

  test('ログアウトすると、次はまたログインを求められる', async () => {
    const config = await discover()
    const browser = createTestBrowser()
    const flow = await beginLogin(config)
    const page = await browser.follow(flow.url)
    const back = await browser.follow(page.url.href, rightForm)
    const tokens = await oidc.authorizationCodeGrant(config, back.url, flow.checks)

    const end = oidc.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: afterLogout,
      state: 'bye',
    })
    const question = await browser.follow(end.href)
    const text = await question.response.text()
    expect(text).toContain('ログアウトしますか')
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const action = /action="([^"]+)"/.exec(text)?.[1] ?? ''
    const left = await browser.follow(action, { xsrf, logout: 'yes' })
    expect(left.url.href).toBe('http://portal.test/?state=bye')
    const next = await browser.follow((await beginLogin(config)).url)
    expect(next.url.pathname).toMatch(/^\/login\//)
  })

  test('ログインしていない人がログアウトを開いても、日本語で戻れる', async () => {
    const end = oidc.buildEndSessionUrl(await discover(), {
      client_id: client.clientId,
      post_logout_redirect_uri: afterLogout,
    })
    const browser = createTestBrowser()
    const text = await (await browser.visit(end.href)).text()
    expect(text).toContain('もとのサイトへ戻る')
    expect(text).not.toMatch(/Continue|JavaScript or/)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const back = await browser.follow(`${server.url}/oidc/session/end/confirm`, {
      xsrf,
      logout: 'yes',
    })
    expect(back.url.href).toBe(afterLogout)
  })

  test('パスワードの誤りは項目のそばに示され、5回続くと止まり、15分で戻る', async () => {
    const config = await discover()
    const browser = createTestBrowser()
    const { url } = await browser.follow((await beginLogin(config)).url)
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const wrong = await browser.visit(url.href, { loginId: 'sato', password: 'x' })
      expect(wrong.status).toBe(401)
      expect(await wrong.text()).toContain('ログインIDまたはパスワードが違います')
    }
    const shut = await browser.visit(url.href, rightForm)
    expect(shut.status).toBe(429)
    expect(shut.headers.get('retry-after')).toBe('900')
    instant = instant.add({ minutes: 15 })
    expect((await browser.visit(url.href, rightForm)).status).toBe(303)
  })

  test('空欄、止められたアカウント、期限切れの画面は、それぞれ日本語で断る', async () => {
    const config = await discover()
    const browser = createTestBrowser()
    const { url } = await browser.follow((await beginLogin(config)).url)
    const empty = await browser.visit(url.href, { loginId: '', password: '' })
    expect(empty.status).toBe(422)
    expect(await empty.text()).toContain('パスワードを入力してください。')
    const locked = await browser.visit(url.href, { loginId: 'locked', password: 'x' })
    expect(locked.status).toBe(403)
    const stale = await createTestBrowser().visit(url.href)
    expect(stale.status).toBe(400)
    expect(await stale.text()).toContain('ログインの期限が切れました')
  })

  test('ログインせずに戻ると access_denied、prompt=none は login_required', async () => {
    const config = await discover()
    const browser = createTestBrowser()
    const { url } = await browser.follow((await beginLogin(config)).url)
    const back = await browser.follow(url.href, { back: '1', loginId: '', password: '' })
    expect(back.url.searchParams.get('error')).toBe('access_denied')
    const silent = await browser.follow((await beginLogin(config, { prompt: 'none' })).url)
    expect(silent.url.searchParams.get('error')).toBe('login_required')
  })

  test('PKCE のない要求と、登録のない戻り先は断る', async () => {
    const config = await discover()
    const browser = createTestBrowser()
    const plain = oidc.buildAuthorizationUrl(config, { redirect_uri: redirectUri, scope: 'openid' })
    const refused = await browser.follow(plain.href)
    expect(refused.url.searchParams.get('error')).toBe('invalid_request')
    const { url } = await beginLogin(config, { redirect_uri: 'http://evil.test/' })
    const page = await browser.follow(url)
    expect(page.response.status).toBe(400)
    expect(await page.response.text()).toContain('ログインを続けられません')
  })

  test('再起動しても署名鍵とログイン状態が残る', async () => {
    const browser = createTestBrowser()
    const before = await beginLogin(await discover())
    const page = await browser.follow(before.url)
    await browser.follow(page.url.href, rightForm)
    const keys = await (await fetch(`${server.url}/oidc/jwks`)).text()
    const port = Number(new URL(server.url).port)
    await server.close()
    server = await startPlatform({ ...options, port })
    // The client may find its kept-alive connection closed once.
    await fetch(`${server.url}/__health`).catch(() => undefined)
    expect(await (await fetch(`${server.url}/oidc/jwks`)).text()).toBe(keys)
    const again = await browser.follow((await beginLogin(await discover())).url)
    expect(again.url.searchParams.get('code')).not.toBeNull()
  })

  test('提供会社が止まると 503、戻すと元どおり', async () => {
    const fault = (mode: string) =>
      fetch(`${server.url}/__faults`, {
        method: 'POST',
        body: JSON.stringify({ mode, target: '/oidc' }),
      })
    await fault('down')
    expect((await fetch(`${server.url}/oidc/jwks`)).status).toBe(503)
    await fault('silent')
    const signal = AbortSignal.timeout(150)
    await expect(fetch(`${server.url}/oidc/jwks`, { signal })).rejects.toThrow('timeout')
    await fault('off')
    expect((await fetch(`${server.url}/oidc/jwks`)).status).toBe(200)
  })

  test('ポイント提携先は別のログインで、会員番号だけを渡す', async () => {
    const points = await startPoints({
      port: 0,
      dataFile: ':memory:',
      now: () => instant,
      secret: 'points-wire',
      accounts: [{ sub: 'M-0001', loginId: 'minori', password: 'points', name: '佐藤 花子' }],
      clients: [client],
    })
    const config = await discover(points.url)
    const browser = createTestBrowser()
    const flow = await beginLogin(config, { scope: 'openid' })
    const page = await browser.follow(flow.url)
    const back = await browser.follow(page.url.href, { loginId: 'minori', password: 'points' })
    const tokens = await oidc.authorizationCodeGrant(config, back.url, flow.checks)
    expect(tokens.claims()?.sub).toBe('M-0001')
    expect(tokens.claims()?.['name']).toBeUndefined()
    await points.close()
  })
})
