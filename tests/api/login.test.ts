import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { frozenClock } from '#backend/clock.ts'
import { hashSecret } from '#backend/db/ids.ts'
import { closeSessions } from '#backend/login/close-sessions.ts'
import { createOidc } from '#backend/platform/oidc.ts'
import { api } from '#protocol/index.ts'
import { factsOf } from '#server/app.ts'
import { authRoutes } from '#server/session/auth-routes.ts'
import { createCookies } from '#server/session/cookies.ts'
import type { ServerEnv } from '#server/edge/request-facts.ts'
import { clientSecret, satoAt, startProvider } from './provider.ts'
import { createTestBrowser } from '#demo/stand-ins/wire/test-browser.ts'
import { startHarness, type Harness } from './harness.ts'
import { standInFault } from './stand-ins.ts'

const ORIGIN = 'http://localhost:3000'

let platform: Awaited<ReturnType<typeof startProvider>>
let harness: Harness
let app: Hono<ServerEnv>

beforeAll(async () => {
  platform = await startProvider(ORIGIN, [satoAt('pass')])
  harness = await startHarness(undefined, {
    OIDC_ISSUER: platform.url,
    OIDC_CLIENT_SECRET: clientSecret,
  })
  app = appOn(harness)
})

afterAll(async () => {
  await harness?.stop()
  await platform?.close()
})

function appOn({ services }: Harness) {
  const cookies = createCookies(ORIGIN)
  const made = new Hono<ServerEnv>()
  made.use(async (c, next) => {
    c.set('facts', await factsOf(c.req.raw, services, cookies))
    await next()
  })
  made.get('/who', (c) => c.text(c.get('facts').signedIn?.subject ?? 'nobody'))
  made.route('/', authRoutes(services, cookies))
  return made
}

/** Goes to the provider, types the password, and stops at the callback's address. */
async function logInAtProvider(back = '/mypage/top.html', at = app, more = '') {
  const begun = await at.request(`${ORIGIN}/auth/login?back=${encodeURIComponent(back)}${more}`)
  const jar = begun.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const browser = createTestBrowser()
  const page = await browser.follow(begun.headers.get('location') ?? '')
  const action = page.url.href
  const { url } = await browser.follow(action, { loginId: 'sato', password: 'pass' })
  return { callback: url, cookie: jar.join('; ') }
}

function callBack(url: URL, cookie: string) {
  return app.request(url.href, { headers: { cookie } })
}

/** Why a login came to nothing; undefined when it led elsewhere. */
function reasonOf(answer: Response) {
  return /^\/auth\/failed\?reason=(\w+)$/.exec(answer.headers.get('location') ?? '')?.[1]
}

function fault(mode: 'down' | 'off') {
  return standInFault(platform, { mode, target: '/oidc/token' })
}

async function sessions() {
  const row = await harness.database.db
    .selectFrom('session')
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

describe('ログイン', () => {
  test('ログインすると、新しいセッションが開き、戻り先へ進む', async () => {
    const { callback, cookie } = await logInAtProvider('/mypage/top.html?x=1')
    const answer = await callBack(callback, cookie)
    const set = answer.headers.getSetCookie()
    const secret = set.find((line) => line.startsWith('sid='))?.match(/^sid=([^;]+)/)?.[1] ?? ''
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/login_back.html')
    expect(set.find((line) => line.startsWith('sid='))).toMatch(/; SameSite=Lax; HttpOnly$/)
    expect(set.some((line) => line.startsWith('XSRF-TOKEN='))).toBe(true)
    expect(cookie).toContain(`true_back_url=${encodeURIComponent('/mypage/top.html?x=1')}`)
    const row = await harness.database.db
      .selectFrom('session')
      .select('session_hash')
      .where('session_hash', '=', hashSecret(secret))
      .executeTakeFirst()
    expect(row?.session_hash).toBe(hashSecret(secret))
  })

  test.each<[string, (url: URL) => void]>([
    ['state が違う', (url) => url.searchParams.set('state', 'tampered')],
    ['state がない', (url) => url.searchParams.delete('state')],
    ['発行者が違う', (url) => url.searchParams.set('iss', 'https://evil.example')],
    ['コードが違う', (url) => url.searchParams.set('code', 'made-up')],
  ])('%s戻りは断り、セッションを開かない', async (_, tamper) => {
    const { callback, cookie } = await logInAtProvider()
    const before = await sessions()
    tamper(callback)
    const answer = await callBack(callback, cookie)
    expect(reasonOf(answer)).toBe('refused')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await sessions()).toBe(before)
  })

  test('始めたブラウザでなければ断る', async () => {
    const { callback } = await logInAtProvider()
    const answer = await callBack(callback, '')
    expect(reasonOf(answer)).toBe('refused')
  })

  test('同じ戻りを二度使うと、二度目は断る', async () => {
    const { callback, cookie } = await logInAtProvider()
    expect((await callBack(callback, cookie)).status).toBe(302)
    const before = await sessions()
    // Refused by ourselves: a provider that is asked again would answer "down" here.
    await fault('down')
    const again = await callBack(callback, cookie)
    await fault('off')
    expect([reasonOf(again), await sessions()]).toEqual(['refused', before])
  })

  test('nonce が違うIDトークンは断る', async () => {
    const { callback, cookie } = await logInAtProvider()
    await harness.database.db.updateTable('login_attempt').set({ nonce: 'other' }).execute()
    expect(reasonOf(await callBack(callback, cookie))).toBe('refused')
  })

  test('10分を過ぎた戻りは断る', async () => {
    const { callback, cookie } = await logInAtProvider()
    harness.clock.set('2026-11-20T10:10:01+09:00')
    expect(reasonOf(await callBack(callback, cookie))).toBe('refused')
    harness.clock.set('2026-11-20T10:00:00+09:00')
  })

  test('「ログインせずに戻る」は、やめたと伝える', async () => {
    const answer = await app.request(`${ORIGIN}/auth/callback?error=access_denied&state=x`)
    expect(reasonOf(answer)).toBe('cancelled')
  })
})

test('ほかの端末から終わらせたログインは、提供元に残るログインでは戻れず、パスワードを入れ直すと戻り先へ進む', async () => {
  const begun = async (more = '') => {
    const answer = await app.request(`${ORIGIN}/auth/login?back=/mypage/call.html${more}`)
    const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    return { to: answer.headers.get('location') ?? '', cookie: cookie.join('; ') }
  }
  const browser = createTestBrowser()
  const first = await begun()
  const asked = await browser.follow(first.to)
  const there = await browser.follow(asked.url.href, { loginId: 'sato', password: 'pass' })
  const opened = await callBack(there.url, first.cookie)
  expect(opened.headers.get('location')).toBe('/login_back.html')

  // Without an end of the login the provider lets the same browser in again by itself.
  const silent = await begun()
  const again = await callBack((await browser.follow(silent.to)).url, silent.cookie)
  expect(again.headers.get('location')).toBe('/login_back.html')

  const { database, clock } = harness
  const { account_id: accountId } = await database.db
    .selectFrom('account')
    .select('account_id')
    .where('subject', '=', 'demo-sato')
    .executeTakeFirstOrThrow()
  await closeSessions(database.db, accountId, clock.now().add({ seconds: 30 }))
  const before = await sessions()
  const stopped = await begun()
  const back = await callBack((await browser.follow(stopped.to)).url, stopped.cookie)
  expect([back.status, back.headers.get('location'), await sessions()]).toEqual([
    303,
    '/auth/login?proof=freshLogin&back=%2Fmypage%2Fcall.html',
    before,
  ])

  // Who takes the wish for a new password out of the address gets no further.
  const fresh = await begun('&proof=freshLogin')
  const bent = new URL(fresh.to)
  bent.searchParams.delete('prompt')
  const bare = await callBack((await browser.follow(bent.href)).url, fresh.cookie)
  expect([reasonOf(bare), await sessions()]).toEqual(['refused', before])

  harness.clock.set('2026-11-20T10:05:00+09:00')
  const proper = await begun('&proof=freshLogin')
  const form = await browser.follow(proper.to)
  const typed = await browser.follow(form.url.href, { loginId: 'sato', password: 'pass' })
  const admitted = await callBack(typed.url, proper.cookie)
  expect([admitted.headers.get('location'), await sessions()]).toEqual([
    '/login_back.html',
    before + 1,
  ])
})

describe('確認コードを求める手続きから', () => {
  /** Goes on to the page that asks for the code, and types the one that was sent. */
  async function logInWithCode(at = app) {
    const begun = await at.request(`${ORIGIN}/auth/login?proof=secondFactor&back=/mypage/top.html`)
    const cookie = begun.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    const browser = createTestBrowser()
    const login = await browser.follow(begun.headers.get('location') ?? '')
    const asked = await browser.follow(login.url.href, { loginId: 'sato', password: 'pass' })
    const sent = await fetch(`${platform.url}/__codes?login=${asked.url.pathname.split('/')[2]}`)
    const [newest]: { code: string }[] = await sent.json()
    const { url } = await browser.follow(asked.url.href, { code: newest?.code ?? '' })
    return { callback: url, cookie: cookie.join('; ') }
  }

  test('コードで確認すると、新しい番号のセッションに、その時刻が残る', async () => {
    const old = await harness.signIn('sato', undefined, false)
    const { callback, cookie } = await logInWithCode()
    const answer = await callBack(callback, `${cookie}; sid=${old.secret}`)
    expect(answer.headers.get('location')).toBe('/login_back.html')
    const secret = /^sid=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? '')?.[1] ?? ''
    expect(secret).not.toBe(old.secret)
    const { database, services, clock } = harness
    const found = await services.sessions.find(database.db, secret, clock.now())
    expect(found?.secondFactorAt).toEqual(found?.authenticatedAt)
    expect(await services.sessions.find(database.db, old.secret, clock.now())).toBeUndefined()
  })

  test('パスワードだけで戻っても、ログインとは認めず、手続きは始まらない', async () => {
    const careless = appOn({
      ...harness,
      services: {
        ...harness.services,
        oidc: createOidc({
          issuer: platform.url,
          clientId: 'portal',
          clientSecret,
          scope: 'openid profile email mvno',
          secondFactorAcr: 'a-level-the-provider-does-not-know',
        }),
      },
    })
    const before = await sessions()
    const { callback, cookie } = await logInAtProvider('/', careless, '&proof=secondFactor')
    const answer = await careless.request(callback.href, { headers: { cookie } })
    expect([reasonOf(answer), await sessions()]).toEqual(['secondFactor', before])
  })
})

describe('ログアウト', () => {
  test('トークンのないログアウトは断り、セッションは続く', async () => {
    const { callback, cookie } = await logInAtProvider()
    const opened = await callBack(callback, cookie)
    const jar = opened.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const headers = {
      cookie: jar,
      origin: ORIGIN,
      'content-type': 'application/x-www-form-urlencoded',
    }
    const refused = await app.request(`${ORIGIN}/auth/logout`, {
      method: 'POST',
      headers,
      body: '',
    })
    expect(reasonOf(refused)).toBe('refused')
    const token = /XSRF-TOKEN=([^;]+)/.exec(jar)?.[1] ?? ''
    const ended = await app.request(`${ORIGIN}/auth/logout`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ xsrfToken: token }).toString(),
    })
    expect(ended.status).toBe(303)
    expect(new URL(ended.headers.get('location') ?? '').origin).toBe(platform.url)
    // The device's cookie stays, or the next login would count as one from a new device.
    expect(ended.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect(refused.headers.get('clear-site-data')).toBeNull()
    const again = await app.request(`${ORIGIN}/auth/logout`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ xsrfToken: token }).toString(),
    })
    expect(again.headers.get('location')).toBe('/')
  })
})

describe('見本の時計が進められているあいだ', () => {
  test('ログインでき、進み終わっても続き、30分使わなければ終わる', async () => {
    const loginClock = frozenClock('2026-11-20T10:00:00+09:00')
    const walking = await startHarness(
      undefined,
      { OIDC_ISSUER: platform.url, OIDC_CLIENT_SECRET: clientSecret },
      { loginClock },
    )
    onTestFinished(walking.stop)
    const at = appOn(walking)
    const { callback, cookie } = await logInAtProvider('/mypage/top.html', at)
    walking.clock.set('2026-12-05T00:00:00+09:00')
    const answer = await at.request(callback.href, { headers: { cookie } })
    expect(answer.headers.get('location')).toBe('/login_back.html')
    const jar = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    const who = async () =>
      (await at.request(`${ORIGIN}/who`, { headers: { cookie: jar.join('; ') } })).text()
    walking.clock.set('2026-12-31T00:00:00+09:00')
    expect(await who()).toBe('demo-sato')
    loginClock.set('2026-11-20T10:30:01+09:00')
    expect(await who()).toBe('nobody')
  })
})

describe('提供元のログインが止まっているとき', () => {
  test('すぐに「ただいまログインできません」と伝え、開いているセッションは続く', async () => {
    const away = await startHarness(undefined, { OIDC_ISSUER: 'http://127.0.0.1:9' })
    const member = await away.signIn('sato')
    const routes = authRoutes(away.services, createCookies(ORIGIN))
    const outside = new Hono<ServerEnv>()
    outside.use(async (c, next) => {
      c.set('facts', { traceKey: 'trace', now: away.clock.now(), signedIn: undefined })
      await next()
    })
    outside.route('/', routes)
    const answer = await outside.request(`${ORIGIN}/auth/login`)
    expect(reasonOf(answer)).toBe('unavailable')
    expect(await member.call(api.platformAuthGet)).toEqual({ mvno_member: false, dmm_login: true })
    await away.stop()
  })
})
