import * as oidc from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RunningServer } from '../wire/listen.ts'
import { createTestBrowser } from '../wire/test-browser.ts'
import { SECOND_FACTOR_ACR } from './second-factor-policy.ts'
import { startPlatform } from './start.ts'
import { beginLogin, redirectUri } from '#tests/stand-ins/login.ts'

const client = { clientId: 'portal', clientSecret: 'portal-secret-for-tests' }
const email = 'sato@example.test'
const password = { loginId: 'sato', password: 'correct horse' }

let instant = Temporal.Instant.from('2026-11-20T10:00:00+09:00')
let server: RunningServer
let config: oidc.Configuration

beforeAll(async () => {
  server = await startPlatform({
    port: 0,
    dataFile: ':memory:',
    now: () => instant,
    secret: 'secret',
    servicesSecret: 'services',
    accounts: [{ sub: 'acc-sato', name: '佐藤 花子', email, mvnoMember: true, ...password }],
    clients: [{ ...client, redirectUris: [redirectUri], postLogoutRedirectUris: [] }],
    returnOrigins: [],
    mailFolder: '/nonexistent',
  })
  config = await oidc.discovery(
    new URL(server.url),
    client.clientId,
    client.clientSecret,
    undefined,
    { execute: [oidc.allowInsecureRequests] },
  )
})

afterAll(() => server.close())

// What an account did a quarter of an hour ago counts no more.
beforeEach(() => {
  instant = instant.add({ minutes: 16 })
})

const wanted = { acr_values: SECOND_FACTOR_ACR, max_age: '600' }

const begin = (extra: Record<string, string> = wanted) => beginLogin(config, extra)

/** What was sent for the login whose page asks for a code. */
const codesAt = async ({ pathname }: URL): Promise<string[]> => {
  const answer = await fetch(`${server.url}/__codes?login=${pathname.split('/')[2]}`)
  const sent: { code: string }[] = await answer.json()
  return sent.map(({ code }) => code)
}

/** As far as the page that asks for the code. */
async function toTheCode() {
  const browser = createTestBrowser()
  const flow = await begin()
  const login = await browser.follow(flow.url)
  const asked = await browser.follow(login.url.href, password)
  const type = async (form: Record<string, string>) => browser.follow(asked.url.href, form)
  return { browser, flow, asked, type, codes: () => codesAt(asked.url) }
}

const wrongOf = (code = '') => (code === '000000' ? '111111' : '000000')

describe('確認コードを求められたログイン', () => {
  test('パスワードのあとで、登録のメールに届いた6桁のコードを聞き、acr と amr で伝える', async () => {
    const { asked, flow, type, codes } = await toTheCode()
    expect(asked.url.pathname).toMatch(/^\/login\/[\w-]+\/code$/)
    const shown = await asked.response.text()
    expect(shown).toContain('<h1>確認コードの入力</h1>')
    expect(shown).toContain('s***@example.test')

    const [code = ''] = await codes()
    expect(code).toMatch(/^\d{6}$/)
    const back = await type({ code: ` ${code} ` })
    expect(back.url.origin).toBe('http://portal.test')
    expect(await flow.claimsOf(back.url)).toMatchObject({
      sub: 'acc-sato',
      acr: SECOND_FACTOR_ACR,
      auth_time: expect.any(Number),
    })
  })

  test('パスワードだけのログインは、acr を持たない', async () => {
    const browser = createTestBrowser()
    const flow = await begin({})
    const login = await browser.follow(flow.url)
    const back = await browser.follow(login.url.href, password)
    expect(await flow.claimsOf(back.url)).not.toHaveProperty('acr')
  })

  test('ログインしたばかりなら、コードだけを聞く。コードで確認したばかりなら、何も聞かない', async () => {
    const browser = createTestBrowser()
    const first = await begin({})
    const login = await browser.follow(first.url)
    await browser.follow(login.url.href, password)

    const second = await begin()
    const asked = await browser.follow(second.url)
    expect(asked.url.pathname).toMatch(/\/code$/)
    const [code = ''] = await codesAt(asked.url)
    const back = await browser.follow(asked.url.href, { code })
    expect(await second.claimsOf(back.url)).toMatchObject({ acr: SECOND_FACTOR_ACR })

    const third = await begin()
    const through = await browser.follow(third.url)
    expect(through.url.origin).toBe('http://portal.test')
    expect(await third.claimsOf(through.url)).toMatchObject({ acr: SECOND_FACTOR_ACR })
  })

  test('「確認せずに戻る」は、やめたと伝える', async () => {
    const { type } = await toTheCode()
    const back = await type({ back: '1' })
    expect(back.url.searchParams.get('error')).toBe('access_denied')
  })
})

describe('確認コード', () => {
  test('使えるのは一度だけ', async () => {
    const { type, codes } = await toTheCode()
    const [code = ''] = await codes()
    expect((await type({ code })).url.origin).toBe('http://portal.test')
    expect((await type({ code })).response.status).toBe(400)
  })

  test('10分で使えなくなり、送り直したコードで続けられる', async () => {
    const { type, codes } = await toTheCode()
    const [old = ''] = await codes()
    instant = instant.add({ minutes: 10 })
    const late = await type({ code: old })
    expect([late.response.status, await late.response.text()]).toEqual([
      401,
      expect.stringContaining('有効期限が切れました'),
    ])
    expect((await type({ resend: '1' })).response.status).toBe(200)
    const [code = ''] = await codes()
    expect((await type({ code })).url.origin).toBe('http://portal.test')
  })

  test('送り直すと、前のコードは使えない', async () => {
    const { type, codes } = await toTheCode()
    const [old = ''] = await codes()
    await type({ resend: '1' })
    const [code = ''] = await codes()
    if (old !== code) expect((await type({ code: old })).response.status).toBe(401)
    expect((await type({ code })).url.origin).toBe('http://portal.test')
  })

  test('6回違うと、正しいコードでも、はじめからやり直しても、15分のあいだ通らない', async () => {
    const { type, codes } = await toTheCode()
    const [code] = await codes()
    const wrong = wrongOf(code)
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) statuses.push((await type({ code: wrong })).response.status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await type({ code: code ?? '' })).response.status).toBe(429)

    const again = await toTheCode()
    expect((await again.type({ code: code ?? '' })).response.status).toBe(429)
    expect(await again.codes()).toEqual([])
    instant = instant.add({ minutes: 16 })
    expect((await again.type({ resend: '1' })).response.status).toBe(200)
  })

  test('15分に5通まで', async () => {
    const { type } = await toTheCode()
    const statuses: number[] = []
    for (let n = 0; n < 5; n += 1) statuses.push((await type({ resend: '1' })).response.status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  })

  test('数字6桁でないものは、回数に数えずに聞き直す', async () => {
    const { type, codes } = await toTheCode()
    for (const code of ['', '12345', 'abcdef', '1234567'])
      expect((await type({ code })).response.status).toBe(422)
    const [code = ''] = await codes()
    expect(
      (
        await type({
          code: [...code].map((d) => String.fromCodePoint(0xff10 + Number(d))).join(''),
        })
      ).url.origin,
    ).toBe('http://portal.test')
  })
})
