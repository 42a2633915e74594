import { generateKeyPairSync, sign } from 'node:crypto'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readProfile } from '#backend/holder.ts'
import { factsOf } from '#server/app.ts'
import { authRoutes } from '#server/session/auth-routes.ts'
import { createCookies } from '#server/session/cookies.ts'
import type { ServerEnv } from '#server/edge/request-facts.ts'
import { listen, toRequestHandler, type RunningServer } from '#demo/stand-ins/wire/listen.ts'
import { startHarness, type Harness } from './harness.ts'

const ORIGIN = 'http://localhost:3000'
const ours = generateKeyPairSync('rsa', { modulusLength: 2048 })
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })

type Key = { readonly kid: string; readonly pair: typeof ours }

/** What the provider puts into the token of the next login. */
type Next = {
  authTime?: number
  signedBy: typeof ours
  kid: string
  /** How far the provider's clock is ahead of ours. */
  aheadSeconds: number
  acr?: string
}
let next: Next & { nonce: string }
/** The keys that it shows. */
let shown: readonly Key[] = [{ kid: 'key-1', pair: ours }]
let provider: RunningServer
let harness: Harness
let app: Hono<ServerEnv>

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function idToken(issuer: string) {
  const seconds = Math.floor(Date.now() / 1000) + next.aheadSeconds
  const claims = {
    iss: issuer,
    sub: 'demo-sato',
    aud: 'portal',
    iat: seconds,
    nbf: seconds,
    exp: seconds + 60,
    nonce: next.nonce,
    ...(next.authTime === undefined ? {} : { auth_time: next.authTime + next.aheadSeconds }),
    ...(next.acr === undefined ? {} : { acr: next.acr }),
  }
  const body = `${base64url({ alg: 'RS256', kid: next.kid })}.${base64url(claims)}`
  const signature = sign('sha256', Buffer.from(body), next.signedBy.privateKey)
  return `${body}.${signature.toString('base64url')}`
}

/** A provider that is free to leave out what OpenID Connect makes optional, and to be impersonated. */
function providerAt(issuer: string) {
  const made = new Hono()
  made.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
  )
  made.get('/jwks', (c) =>
    c.json({
      keys: shown.map(({ kid, pair }) => ({
        ...pair.publicKey.export({ format: 'jwk' }),
        kid,
        alg: 'RS256',
      })),
    }),
  )
  made.get('/userinfo', (c) =>
    c.json({
      sub: 'demo-sato',
      displayName: '佐藤 美咲',
      mail: 'misaki@example.jp',
      uid: 'sato',
      groups: ['members', 'portal-staff'],
    }),
  )
  made.post('/token', (c) =>
    c.json({ access_token: 'a', token_type: 'Bearer', id_token: idToken(issuer) }),
  )
  return toRequestHandler(made)
}

beforeAll(async () => {
  provider = await listen({ port: 0 }, providerAt, () => undefined)
  harness = await startHarness(undefined, {
    OIDC_ISSUER: provider.url,
    OIDC_CLAIMS: {
      name: 'displayName',
      email: 'mail',
      preferred_username: 'uid',
      staff: 'groups:portal-staff',
    },
  })
  const cookies = createCookies(ORIGIN)
  app = new Hono<ServerEnv>()
  app.use(async (c, go) => {
    c.set('facts', await factsOf(c.req.raw, harness.services, cookies))
    await go()
  })
  app.route('/', authRoutes(harness.services, cookies))
})

afterAll(async () => {
  await harness?.stop()
  await provider?.close()
})

async function logIn({
  proof,
  ...said
}: Partial<Next> & { proof?: 'freshLogin' | 'secondFactor' }) {
  const asking = new URLSearchParams({ back: '/mypage/top.html', ...(proof && { proof }) })
  const begun = await app.request(`${ORIGIN}/auth/login?${asking.toString()}`)
  const cookie = begun.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const asked = new URL(begun.headers.get('location') ?? '').searchParams
  next = { signedBy: ours, kid: 'key-1', aheadSeconds: 0, ...said, nonce: asked.get('nonce') ?? '' }
  const callback = `${ORIGIN}/auth/callback?code=c&state=${asked.get('state')}`
  const answer = await app.request(callback, { headers: { cookie: cookie.join('; ') } })
  const secret = /^sid=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? '')?.[1]
  const { database, services, clock } = harness
  return {
    to: answer.headers.get('location'),
    session: secret && (await services.sessions.find(database.db, secret, clock.now())),
  }
}

describe('IDトークンの署名', () => {
  test('提供元の鍵で署名されていれば、ログインできる', async () => {
    expect((await logIn({})).to).toBe('/login_back.html')
  })

  test('ほかの鍵で署名されていれば、ログインできない', async () => {
    const { to, session } = await logIn({ signedBy: foreign })
    expect([to, session]).toEqual(['/auth/failed?reason=refused', undefined])
  })
})

describe('パスワードを入力した時刻', () => {
  test('提供元が伝えないログインは、入力したばかりとは数えない', async () => {
    const { session } = await logIn({})
    expect(session).toMatchObject({ subject: 'demo-sato', authenticatedAt: null })
  })

  test('伝えられた時刻から数える', async () => {
    const authTime = Math.floor(Date.now() / 1000) - 300
    const { session } = await logIn({ authTime })
    const since = harness.clock.now().subtract({ minutes: 5 })
    expect(session).toMatchObject({ subject: 'demo-sato' })
    const at = session ? session.authenticatedAt : undefined
    expect(Math.abs((at?.epochMilliseconds ?? 0) - since.epochMilliseconds)).toBeLessThan(2000)
  })
})

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds

describe('時計が5分違う提供元', () => {
  test.each([300, -300])(
    '%d秒進んでいても、ログインでき、入力した時刻は提供元の時計どうしで数える',
    async (aheadSeconds) => {
      const { to, session } = await logIn({ aheadSeconds, authTime: secondsAgo(120) })
      expect(to).toBe('/login_back.html')
      const at = session ? session.authenticatedAt?.epochMilliseconds : undefined
      const ageMs = harness.clock.now().epochMilliseconds - (at ?? 0)
      expect(Math.abs(ageMs - 120_000)).toBeLessThan(2000)
    },
  )

  test.each([300, -300])(
    '%d秒進んでいても、大切な手続きの前の確認は、10分より前のログインを通さない',
    async (aheadSeconds) => {
      const proof = { proof: 'freshLogin', aheadSeconds } as const
      expect((await logIn({ ...proof, authTime: secondsAgo(500) })).to).toBe('/login_back.html')
      expect((await logIn({ ...proof, authTime: secondsAgo(700) })).to).toBe(
        '/auth/failed?reason=refused',
      )
    },
  )

  test('1時間違う提供元のログインは受け付けない', async () => {
    for (const aheadSeconds of [3600, -3600])
      expect((await logIn({ aheadSeconds })).to).toBe('/auth/failed?reason=refused')
  })
})

describe('入力した時刻を伝えない提供元', () => {
  test('見るためのログインはでき、大切な手続きの前の確認は済んだことにならない', async () => {
    expect((await logIn({})).to).toBe('/login_back.html')
    expect((await logIn({ proof: 'freshLogin' })).to).toBe('/auth/failed?reason=refused')
    const acr = harness.services.config.OIDC_SECOND_FACTOR_ACR
    const { to } = await logIn({ proof: 'secondFactor', acr })
    expect(to).toBe('/auth/failed?reason=refused')
  })
})

describe('提供元の鍵の交換', () => {
  const second = generateKeyPairSync('rsa', { modulusLength: 2048 })

  test('ログインの途中で鍵が替わっても、ログインできる。外された鍵は、もう通らない', async () => {
    expect((await logIn({})).to).toBe('/login_back.html')
    // Seconds after the keys were read.
    shown = [{ kid: 'key-2', pair: second }]
    expect((await logIn({ kid: 'key-2', signedBy: second })).to).toBe('/login_back.html')
    expect((await logIn({})).to).toBe('/auth/failed?reason=refused')
    shown = [{ kid: 'key-1', pair: ours }]
    expect((await logIn({})).to).toBe('/login_back.html')
  })
})

describe('ほかの名前の項目', () => {
  test('氏名・メールアドレス・ログイン名・係員の印を、IDトークンになければ利用者の窓口から、設定した名前で読む', async () => {
    const { session } = await logIn({})
    expect(session).toMatchObject({ staff: true })
    const { database, services } = harness
    const account = await database.db
      .selectFrom('account')
      .select('account_id')
      .where('subject', '=', 'demo-sato')
      .executeTakeFirstOrThrow()
    const profile = await readProfile(database.db, services.sealing, account.account_id)
    expect(profile).toMatchObject({ name: '佐藤 美咲', email: 'misaki@example.jp' })
  })
})
