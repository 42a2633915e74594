import { generateKeyPairSync, sign } from 'node:crypto'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factsOf } from '#server/app.ts'
import { authRoutes } from '#server/session/auth-routes.ts'
import { createCookies } from '#server/session/cookies.ts'
import type { ServerEnv } from '#server/edge/request-facts.ts'
import { listen, toRequestHandler, type RunningServer } from '#demo/stand-ins/wire/listen.ts'
import { startHarness, type Harness } from './harness.ts'

const ORIGIN = 'http://localhost:3000'
const ours = generateKeyPairSync('rsa', { modulusLength: 2048 })
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** What the provider puts into the token of the next login. */
let next: { nonce: string; authTime?: number; signedBy: typeof ours }
let provider: RunningServer
let harness: Harness
let app: Hono<ServerEnv>

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function idToken(issuer: string) {
  const seconds = Math.floor(Date.now() / 1000)
  const claims = {
    iss: issuer,
    sub: 'demo-sato',
    aud: 'portal',
    iat: seconds,
    exp: seconds + 60,
    nonce: next.nonce,
    ...(next.authTime === undefined ? {} : { auth_time: next.authTime }),
  }
  const body = `${base64url({ alg: 'RS256', kid: 'key-1' })}.${base64url(claims)}`
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
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
  )
  made.get('/jwks', (c) =>
    c.json({
      keys: [{ ...ours.publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256' }],
    }),
  )
  made.post('/token', (c) =>
    c.json({ access_token: 'a', token_type: 'Bearer', id_token: idToken(issuer) }),
  )
  return toRequestHandler(made)
}

beforeAll(async () => {
  provider = await listen({ port: 0 }, providerAt, () => undefined)
  harness = await startHarness(undefined, { OIDC_ISSUER: provider.url })
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

async function logIn({ authTime, signedBy = ours }: { authTime?: number; signedBy?: typeof ours }) {
  const begun = await app.request(`${ORIGIN}/auth/login?back=/mypage/top.html`)
  const cookie = begun.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const asked = new URL(begun.headers.get('location') ?? '').searchParams
  next = { nonce: asked.get('nonce') ?? '', signedBy, ...(authTime !== undefined && { authTime }) }
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
