import * as oidc from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '../wire/listen.ts'
import { createTestBrowser } from '../wire/test-browser.ts'
import { startPlatform } from './start.ts'
import { beginLogin, redirectUri } from '#tests/stand-ins/login.ts'

const client = { clientId: 'portal', clientSecret: 'portal-secret-for-tests' }

let server: RunningServer
let config: oidc.Configuration

beforeAll(async () => {
  server = await startPlatform({
    port: 0,
    dataFile: ':memory:',
    now: () => Temporal.Instant.from('2026-11-20T10:00:00+09:00'),
    secret: 'secret',
    servicesSecret: 'services',
    accounts: [
      {
        sub: 'acc-sato',
        loginId: 'sato',
        password: 'correct horse',
        name: '佐藤 花子',
        email: 'sato@example.test',
        mvnoMember: true,
      },
    ],
    clients: [{ ...client, redirectUris: [redirectUri], postLogoutRedirectUris: [] }],
    returnOrigins: [],
    mailFolder: '/nonexistent',
  })
  const execute = [oidc.allowInsecureRequests]
  const { clientId, clientSecret } = client
  config = await oidc.discovery(new URL(server.url), clientId, clientSecret, undefined, { execute })
})

afterAll(() => server.close())

const begin = (extra: Record<string, string> = { prompt: 'create' }) => beginLogin(config, extra)

async function codeSentTo({ pathname }: URL): Promise<string> {
  const answer = await fetch(`${server.url}/__codes?login=${pathname.split('/')[2]}`)
  const sent: { code: string }[] = await answer.json()
  return sent[0]?.code ?? ''
}

const typed = { name: '山田　花子', email: 'Hanako@Example.test', password: 'ten letters long' }

test('はじめての人は、メールアドレスを確かめて登録し、そのままログインする。次からはそのアドレスで入れる', async () => {
  const { url, claimsOf } = await begin()
  const browser = createTestBrowser()
  const form = await browser.follow(url)
  expect(form.url.pathname).toMatch(/\/register$/)
  expect(await form.response.text()).toContain('アカウントの登録（無料）')
  const code = await browser.follow(form.url.href, typed)
  expect(code.url.pathname).toMatch(/\/code$/)
  const back = await browser.follow(code.url.href, { code: await codeSentTo(code.url) })
  expect(await claimsOf(back.url)).toMatchObject({
    name: '山田 花子',
    email: 'hanako@example.test',
    email_verified: true,
    mvno_member: false,
  })

  const again = await begin({})
  const other = createTestBrowser()
  const login = await other.follow(again.url)
  const entered = await other.follow(login.url.href, {
    loginId: 'hanako@example.test',
    password: typed.password,
  })
  expect((await again.claimsOf(entered.url))?.['email']).toBe('hanako@example.test')
})

test('確かめていないアドレスでは入れず、確かめた人のものになる', async () => {
  const browser = createTestBrowser()
  const mine = { ...typed, email: 'taro@example.test' }
  const form = await browser.follow((await begin()).url)
  await browser.follow(form.url.href, { ...mine, password: 'of somebody else' })
  const login = createTestBrowser()
  const page = await login.follow((await begin({})).url)
  const refused = await login.follow(page.url.href, {
    loginId: mine.email,
    password: 'of somebody else',
  })
  expect(refused.response.status).toBe(401)

  const { url, claimsOf } = await begin()
  const own = createTestBrowser()
  const mineForm = await own.follow(url)
  const code = await own.follow(mineForm.url.href, mine)
  const back = await own.follow(code.url.href, { code: await codeSentTo(code.url) })
  expect((await claimsOf(back.url))?.['email']).toBe('taro@example.test')
})

test('入力の誤りは項目ごとに言い、書いたものは残る。登録済みのアドレスはログインへ', async () => {
  const browser = createTestBrowser()
  const form = await browser.follow((await begin()).url)
  const wrong = await browser.follow(form.url.href, {
    name: '',
    email: 'hanako',
    password: 'short',
  })
  expect(wrong.response.status).toBe(422)
  const text = await wrong.response.text()
  expect(text).toContain('お名前を入力してください。')
  expect(text).toContain('メールアドレスの形をお確かめください（例：hanako@example.jp）。')
  expect(text).toContain('パスワードは10文字以上で入力してください。')
  expect(text).toContain('value="hanako"')
  const taken = await browser.follow(form.url.href, typed)
  expect(taken.response.status).toBe(409)
})

test('登録の途中から、持っているアカウントでログインできる', async () => {
  const { url, claimsOf } = await begin()
  const browser = createTestBrowser()
  const form = await browser.follow(url)
  const login = new URL(form.url.href.replace('/register', ''))
  login.searchParams.set('login', '1')
  expect(await (await browser.visit(login.href)).text()).toContain('アカウントを登録する（無料）')
  const back = await browser.follow(login.href, { loginId: 'sato', password: 'correct horse' })
  expect((await claimsOf(back.url))?.sub).toBe('acc-sato')
})

test('登録せずに戻れる', async () => {
  const browser = createTestBrowser()
  const form = await browser.follow((await begin()).url)
  const { url } = await browser.follow(form.url.href, { back: '1' })
  expect(url.searchParams.get('error')).toBe('access_denied')
})
