import { Hono } from 'hono'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { actingAs } from '#backend/staff-access.ts'
import { directoryPeople } from '#demo/stand-ins/directory/people.ts'
import { startDirectory } from '#demo/stand-ins/directory/start.ts'
import { createTestBrowser } from '#demo/stand-ins/wire/test-browser.ts'
import { appOver } from '#tests/api/app.ts'
import { noOrigins } from '#tests/api/no-origins.ts'
import { CONSOLE_URL, openConsole, testConsoleConfig } from '#tests/api/staff.ts'
import { askStandIn, standInFault } from '#tests/api/stand-ins.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { codeSentFor } from '#tests/sent-codes.ts'
import { createConsoleApp } from './app.ts'
import { createConsoleCookies } from './cookies.ts'

const START = '2026-11-20T10:00:00+09:00'
const at = (minutes: number) => Temporal.Instant.from(START).add({ minutes }).toString()
const SECRET = 'directory-secret-directory-secret-directory'
const PASSWORD = 'staff-password'

const fewLogins = { staffLogin: { perAddress: { requests: 2, seconds: 30 } } }
const harness = await useHarness(START, {}, { limits: fewLogins })
const directory = await startDirectory({
  port: 0,
  dataFile: ':memory:',
  now: () => Temporal.Now.instant(),
  people: directoryPeople,
  password: PASSWORD,
  clients: [
    {
      clientId: 'console',
      clientSecret: SECRET,
      redirectUris: [`${CONSOLE_URL}/auth/callback`],
      postLogoutRedirectUris: [`${CONSOLE_URL}/login?why=out`],
    },
  ],
  mailFolder: '/nonexistent',
})
afterAll(() => directory.close())
beforeEach(async () => {
  harness.clock.set(START)
  await standInFault(directory, { mode: 'off' })
})

const config = testConsoleConfig({
  CONSOLE_OIDC_ISSUER: directory.url,
  CONSOLE_OIDC_CLIENT_SECRET: SECRET,
  CONSOLE_OIDC_SCOPE: 'openid profile email groups',
})
const services = openConsole(harness.services, config)
const app = createConsoleApp({
  services,
  cookies: createConsoleCookies(CONSOLE_URL),
  origins: noOrigins,
  pages: { render: async () => new Response('page') },
  health: async () => new Response('ok'),
  ready: async () => new Response('ok'),
})

const ask = (path: string, init: RequestInit = {}) => app.request(`${CONSOLE_URL}${path}`, init)
const locationOf = (answer: Response) => answer.headers.get('location') ?? ''
const jarOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .filter((pair) => !pair.endsWith('='))

/** Types the password at the directory, and the code where one is asked for. */
async function atDirectory(loginId: string, back = '/') {
  const begun = await ask(`/auth/login?back=${encodeURIComponent(back)}`)
  const browser = createTestBrowser()
  const page = await browser.follow(locationOf(begun))
  const typed = await browser.follow(page.url.href, { loginId, password: PASSWORD })
  if (!typed.url.pathname.endsWith('/code')) return { begun, typed }
  const code = await codeSentFor(typed.url)
  return { begun, typed: await browser.follow(typed.url.href, { code }) }
}

async function logIn(loginId: string, back = '/') {
  const { begun, typed } = await atDirectory(loginId, back)
  const { pathname, search } = typed.url
  const answer = await ask(pathname + search, { headers: { cookie: jarOf(begun).join('; ') } })
  return { answer, cookie: jarOf(answer).join('; ') }
}

const me = async (cookie: string) => {
  const answer = await ask('/api/console/me', { headers: { cookie } })
  const { result } = await answer.json()
  return { status: answer.status, roles: result?.roles, isStale: result?.rolesAreStale }
}

const change = (loginId: string, changes: { groups: string[]; hasLeft?: boolean }) =>
  askStandIn(directory, `/__people/${loginId}`, changes)

const endOf = (subject: string) =>
  harness.database.db
    .selectFrom('staff_session')
    .innerJoin('staff', 'staff.staff_id', 'staff_session.staff_id')
    .select('ended_because')
    .where('subject', '=', subject)
    .orderBy('staff_session.created_at', 'desc')
    .executeTakeFirst()

describe('社員名簿でのログイン', () => {
  test('パスワードと、メールに届いたコードで入り、行こうとしたページに進む', async () => {
    const { answer, cookie } = await logIn('fukuda', '/queue/identity?a=1')
    expect([answer.status, locationOf(answer)]).toEqual([303, '/queue/identity?a=1'])
    expect(
      answer.headers.getSetCookie().map((line) => line.replace(/^([^=]+)=[^;]*/, '$1=…')),
    ).toEqual([
      'staff=…; Path=/; SameSite=Lax; HttpOnly',
      'XSRF-TOKEN=…; Path=/; SameSite=Lax',
      'staff-login=…; Path=/; SameSite=Lax; Max-Age=0',
    ])
    expect(await me(cookie)).toEqual({ status: 200, roles: ['procedures'], isStale: false })
  })

  test('https では、そのホストだけのクッキーになる', () => {
    const cookies = createConsoleCookies('https://console.example')
    expect(cookies.set('session', 'x', { httpOnly: true })).toBe(
      '__Host-staff=x; Path=/; SameSite=Lax; Secure; HttpOnly',
    )
  })

  test('退職した人は、名簿の画面で断られる', async () => {
    const { typed } = await atDirectory('kimura')
    expect(typed.response.status).toBe(403)
    expect(await endOf('staff-kimura')).toBeUndefined()
  })

  test('役割のない人は入れず、試したことが記録に残る', async () => {
    const { answer, cookie } = await logIn('saito')
    expect([locationOf(answer), cookie]).toEqual(['/no-entry', ''])
    const noted = await harness.database.db
      .selectFrom('audit_entry')
      .select(['action', 'target'])
      .where('chain', '=', 'staff:no-entry')
      .execute()
    expect(noted).toEqual([{ action: 'staff-entry-refused', target: 'staff-saito' }])
  })

  test('始めたブラウザでなければ、返ってきても入れない', async () => {
    const { typed } = await atDirectory('ikeda')
    const { pathname, search } = typed.url
    expect(locationOf(await ask(pathname + search))).toBe('/login?why=failed')
  })

  test('名簿が答えないときは、そう伝えるページに進む', async () => {
    await standInFault(directory, { mode: 'down' })
    expect(locationOf(await ask('/auth/login'))).toBe('/directory-down')
  })

  test('ログアウトすると、そのクッキーでは何もできない。ほかのサイトからはログアウトさせられない', async () => {
    const { cookie } = await logIn('yoshida')
    const token = cookie.split('XSRF-TOKEN=')[1] ?? ''
    const form = { method: 'POST', body: new URLSearchParams({ xsrfToken: token }) }
    const foreign = await ask('/auth/logout', {
      ...form,
      headers: { cookie, origin: 'https://evil.example' },
    })
    expect([foreign.status, (await me(cookie)).status]).toEqual([403, 200])
    const answer = await ask('/auth/logout', { ...form, headers: { cookie, origin: CONSOLE_URL } })
    expect(locationOf(answer)).toContain(`${directory.url}/oidc/session/end`)
    expect((await me(cookie)).status).toBe(401)
  })
})

describe('役割は、15分ごとに名簿に確かめる', () => {
  test('役割が変わればそのとおりになり、なくなれば出される', async () => {
    const { cookie } = await logIn('hayashi')
    await change('hayashi', { groups: ['portal-operations', 'portal-leads'] })
    harness.clock.set(at(14))
    expect((await me(cookie)).roles).toEqual(['operations'])
    harness.clock.set(at(15))
    expect((await me(cookie)).roles).toEqual(['lead', 'operations'])
    await change('hayashi', { groups: ['accounting'] })
    harness.clock.set(at(30))
    expect((await me(cookie)).status).toBe(401)
    expect(await endOf('staff-hayashi')).toEqual({ ended_because: 'noRole' })
  })

  test('退職した人は、次に確かめたときに出される', async () => {
    const { cookie } = await logIn('kato')
    await change('kato', { groups: ['portal-fraud'], hasLeft: true })
    harness.clock.set(at(15))
    expect((await me(cookie)).status).toBe(401)
    expect(await endOf('staff-kato')).toEqual({ ended_because: 'directoryRefused' })
  })

  test('名簿が15分答えなければ2人で行うことは断られ、60分で全員が出される', async () => {
    const { cookie } = await logIn('sasaki')
    const secret = /staff=([^;]+)/.exec(cookie)?.[1] ?? ''
    await standInFault(directory, { mode: 'down' })
    for (const [minutes, isStale] of [
      [14, false],
      [15, true],
      [30, true],
      [45, true],
      [59, true],
    ] as const) {
      harness.clock.set(at(minutes))
      expect([minutes, await me(cookie)]).toEqual([
        minutes,
        { status: 200, roles: ['lead'], isStale },
      ])
    }
    const session = await services.findSession(secret)
    if (session === undefined) throw new Error('no session')
    expect(actingAs(session, 'ticket.work', 'does').role).toBe('lead')
    expect(() => actingAs(session, 'refund.transferred', 'approves')).toThrow(
      'STAFF_DIRECTORY_AWAY',
    )
    harness.clock.set(at(60))
    expect((await me(cookie)).status).toBe(401)
  })

  test('2つの画面が同時に確かめても、名簿には一度だけ聞く', async () => {
    const { cookie } = await logIn('matsumoto')
    harness.clock.set(at(15))
    const answers = await Promise.all([me(cookie), me(cookie), me(cookie)])
    expect(answers).toEqual(Array(3).fill({ status: 200, roles: ['privacy'], isStale: false }))
  })
})

describe('会員のウェブと業務コンソールは、何も分け合わない', () => {
  const member = new Hono().mount('/', appOver(harness.services).fetch)

  test('会員のウェブには業務コンソールの窓口がない', async () => {
    const { cookie } = await logIn('fukuda')
    for (const path of ['/api/console/me', '/api/console/staff', '/api/console/queue/'])
      expect([path, (await member.request(path, { headers: { cookie } })).status]).toEqual([
        path,
        404,
      ])
  })

  test('業務コンソールのログインは会員のログインにならず、会員のログインでは業務コンソールに入れない', async () => {
    const { secret } = await harness.staff('fukuda')
    const asMember = await member.request('/api/user/', { headers: { cookie: `sid=${secret}` } })
    expect(asMember.status).toBe(401)
    const sato = await harness.signIn('sato')
    expect((await me(`staff=${sato.secret}`)).status).toBe(401)
  })

  test('どのページも保存されず、枠の中には表示できない', async () => {
    const page = await ask('/')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('x-frame-options')).toBe('DENY')
  })
})

test('同じ接続元から続けてログインを始めると断り、いつから始められるかを告げる。ほかの接続元には関わりがない', async () => {
  const from = (remoteAddress: string) =>
    app.request(
      `${CONSOLE_URL}/auth/login`,
      {},
      { incoming: { socket: { remoteAddress, remotePort: 1, remoteFamily: 'IPv4' } } },
    )
  const passed = [await from('203.0.113.1'), await from('203.0.113.1')]
  expect(passed.map(({ status }) => status)).toEqual([302, 302])
  const refused = await from('203.0.113.1')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await from('203.0.113.2')).status).toBe(302)
})
