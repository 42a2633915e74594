import { afterAll, expect, test } from 'vitest'
import { behindPages } from '#server/behind-pages.ts'
import { startWeb } from '#server/web.ts'
import { clientSecret, satoAt, startProvider } from './provider.ts'
import { buildPortal } from '../../tools/setup/build.ts'
import { freePort } from '../../tools/setup/free-port.ts'
import { root } from '../../tools/setup/root.ts'
import { openBrowser } from '../browser-without-script.ts'
import { makeMember } from './members.ts'
import { handOff } from './one-stop.ts'
import { useHarness } from './use-harness.ts'

// The built server at an https address, asked as the proxy in front of it asks: by http, with the client's address. With a
// browser: tests/e2e/behind-tls.e2e.ts, a long test.

const ORIGIN = 'https://portal.example.jp'
const CLIENT_ADDRESS = '203.0.113.45'
const password = 'a-long-password'

await buildPortal(root, () => undefined)
const platform = await startProvider(ORIGIN, [satoAt(password)])
afterAll(() => platform.close())
const port = await freePort()
const harness = await useHarness(undefined, {
  PORT: port,
  PUBLIC_URL: ORIGIN,
  TRUSTED_PROXIES: ['127.0.0.1', '::1'],
  OIDC_ISSUER: platform.url,
  OIDC_CLIENT_SECRET: clientSecret,
  NAVIGATION_URL: `${platform.url}/navi`,
})
const web = await startWeb(harness.services, {
  port,
  development: false,
  behind: behindPages(harness.services, { workerAlive: async () => true }),
})
afterAll(web.stop)

/** What the server wants to be stored in the browser, as it says it. */
const stored: string[] = []

/** To the server as the proxy passes it on; to others as it is. */
async function send(url: URL, { headers, ...init }: RequestInit) {
  if (url.origin !== ORIGIN) return fetch(url, { ...init, ...given(headers), redirect: 'manual' })
  const passed = new Headers(headers)
  passed.set('X-Forwarded-For', CLIENT_ADDRESS)
  passed.set('X-Forwarded-Proto', 'https')
  const to = new URL(url.pathname + url.search, `http://127.0.0.1:${port}`)
  const answer = await fetch(to, { ...init, headers: passed, redirect: 'manual' })
  stored.push(...answer.headers.getSetCookie())
  return answer
}

const given = (headers: RequestInit['headers']) => (headers === undefined ? {} : { headers })

const openAt = (cookies: Readonly<Record<string, string>> = {}) =>
  openBrowser({ origin: ORIGIN, send, cookies, isFollowed: () => true })

test('TLSの後ろで、ログインし、回線に名前を付け、書式を送り、ログアウトできる', async () => {
  const { lineIds } = await makeMember(harness, { loginId: 'sato' })
  const browser = openAt()
  const login = await browser.open('/auth/login?back=/mypage/top.html')
  expect(login.url.origin).toBe(platform.url)
  const page = await login.press('ログイン', { loginId: 'sato', password })
  expect(page.url.href).toBe(`${ORIGIN}/mypage/top.html`)
  const session = stored.find((cookie) => cookie.includes('sid='))
  expect(session).toMatch(/^__Host-sid=[\w-]+\.[\w-]+; /)
  expect(session?.split('; ').slice(1).toSorted()).toEqual(
    expect.arrayContaining(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']),
  )
  // None goes without TLS; one that is taken back has no value.
  expect(stored.filter((cookie) => !/; Secure\b|=; .*Max-Age=0/.test(cookie))).toEqual([])

  const line = await browser.open(`/mypage/line/${lineIds[0]}.html`)
  const named = await line.press('名前を保存する', { nickname: '外出用' })
  expect(named.heading).toBe('外出用')

  const form = await browser.open('/mypage/plan/change.html')
  const review = await form.press('変更の内容を確認する', {
    plan: form.choice('plan', '20GB'),
  })
  const booked = await review.press('この内容で変更を予約する')
  expect(booked.heading).toBe('データ容量の変更の受付')

  // What the proxy says of its client, and not the proxy itself.
  const logins = await browser.open('/api/login_history')
  expect(logins.html).toContain('"addressMasked":"203.0.113.*"')

  const asked = await (await browser.open('/auth/logout')).press('ログアウトする')
  expect(asked.url.origin).toBe(platform.url)
  const left = await asked.press('ログアウトする')
  expect(left.url.href).toBe(`${ORIGIN}/`)
  expect((await browser.open('/mypage/top.html')).url.origin).toBe(platform.url)
})

test('TLSの後ろでも、別のサイトから送られた書式は日本語の画面で断り、ワンストップの転出には同意して、移転先の画面に戻れる', async () => {
  const lines = [{ number: '07000008802' }]
  const { secret, token: own } = await makeMember(harness, { loginId: 'suzuki', lines })
  const browser = openAt({ '__Host-sid': secret, '__Host-XSRF-TOKEN': own })
  for (const path of ['/mypage/top.html', '/mypage/top.html.data'])
    for (const origin of ['https://evil.example', ORIGIN.replace('https:', 'http:'), 'null']) {
      const headers = { cookie: browser.cookieHeader(), origin }
      const body = new URLSearchParams({ to: 'off' })
      const answer = await send(new URL(path, ORIGIN), { method: 'POST', headers, body })
      expect([path, origin, answer.status]).toEqual([path, origin, 403])
      expect(await answer.text()).toContain('安全のため操作を中止しました')
    }
  const { token, returnUrl } = await handOff(harness, '07000008802')
  const asked = await browser.open(
    `/mypage/portout/consent.html?${new URLSearchParams({ token, return_url: returnUrl })}`,
  )
  expect(asked.heading).toBe('MNP転出への同意')
  const agreed = await asked.press('同意する', { agreed: 'yes' })
  expect(agreed.text).toContain('同意を受け付けました')
  const back = await agreed.follow('移転先の画面に戻る')
  expect(back.url.href).toBe(`${returnUrl}?result=consented`)
  expect(back.html).toContain('転出の同意を受け取りました')
})
