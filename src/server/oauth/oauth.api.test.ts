import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import * as oauth from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertClient } from '#backend/connection/public.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { api } from '#protocol/index.ts'
import { appOver } from '#tests/api/app.ts'
import { familyDesk } from '#tests/api/families.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { sampleRequest } from '#tests/api/wire-samples.ts'
import type { AccessScope } from '#vocabulary/connection.ts'

// The walk of an app by a published client library, with everything that must be refused.

const ORIGIN = 'http://localhost:3000'
const REDIRECT = 'https://tool.example.jp/callback'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
const app = appOver(harness.services, { callLimit: { requests: 10_000, seconds: 60 } })
const desk = familyDesk(harness, 'oauth')
type Member = Awaited<ReturnType<typeof desk.holder>>

/** The library of the server reads Node's own requests: they go over a socket, to what the issuer's address stands for. */
const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
let there = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  there = `http://127.0.0.1:${address.port}`
})
afterAll(() => void server.close())

const send = (url: string | URL, init: RequestInit = {}) =>
  fetch(String(url).replace(ORIGIN, there), { ...init, redirect: 'manual' })

const { clientId: tool } = await insertClient(harness.database.db, {
  name: '家計簿アプリ',
  redirectUris: [REDIRECT],
  now: harness.clock.now(),
})

const configOf = (clientId: string, secret?: string) =>
  oauth.discovery(
    new URL(ORIGIN),
    clientId,
    undefined,
    secret === undefined ? oauth.None() : oauth.ClientSecretBasic(secret),
    {
      algorithm: 'oauth2',
      execute: [oauth.allowInsecureRequests],
      [oauth.customFetch]: (url, { body, headers, method, signal }) =>
        send(url, {
          body: body instanceof URLSearchParams ? body : null,
          headers,
          method,
          ...(signal && { signal }),
        }),
    },
  )

/** A member's browser, with the cookies of the portal and of the authorization server. */
function browserOf(member: Pick<Member, 'secret'> | undefined) {
  const jar = new Map(member ? [['sid', member.secret]] : [])
  return async (url: string | URL) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await send(url, { headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location') ?? ''
    return {
      status: answer.status,
      to: location === '' ? undefined : new URL(location, ORIGIN),
      answer,
    }
  }
}

type Ask = { scope?: string; clientId?: string; redirect?: string; more?: Record<string, string> }

/** An app sends the member's browser; up to where the member decides. */
async function begin(
  member: Member,
  { scope = 'data:read', clientId = tool, redirect = REDIRECT, more = {} }: Ask = {},
) {
  const config = await configOf(clientId)
  const verifier = oauth.randomPKCECodeVerifier()
  const state = oauth.randomState()
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirect,
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  })
  const go = browserOf(member)
  const asked = await go(url)
  const request = asked.to?.searchParams.get('request') ?? ''
  return { config, verifier, state, go, asked, request }
}
type Begun = Awaited<ReturnType<typeof begin>>

const agree = (member: Member, { request }: Begun, scopes: AccessScope[] = ['data:read']) =>
  member.call(api.connectionsAppPost, { body: { request, scopes, days: '90' } })

/** Registered for scripts on the member's machine, and asked for at another port of it. */
async function ownApp(member: Member) {
  const redirectUri = 'http://127.0.0.1/callback'
  const { clientId } = await member.call(api.connectionsClientPost, {
    body: { name: '手元の集計', redirectUri, scopes: ['data:read'] },
  })
  return { clientId, redirect: 'http://127.0.0.1:49152/callback' }
}

/** The whole walk. */
async function letIn(member: Member, scopes: AccessScope[] = ['data:read'], ask: Ask = {}) {
  const begun = await begin(member, { scope: scopes.join(' '), ...ask })
  const { continuePath } = await agree(member, begun, scopes)
  const { to: callback } = await begun.go(ORIGIN + continuePath)
  if (callback === undefined) throw new Error('not led back to the app')
  const { config, verifier, state } = begun
  const redeem = (changes: { pkceCodeVerifier?: string } = {}) =>
    oauth.authorizationCodeGrant(config, callback, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      ...changes,
    })
  return { config, callback, redeem }
}

const ask = async (token: string, path = '/high_speed/residual') =>
  (await send(`${ORIGIN}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).status

const refused = (error: string) => expect.objectContaining({ error })

describe('アプリの連携の流れ（OAuth 2.1）', () => {
  test('ご本人が許すと、許したことだけができるトークンが渡り、更新するたびに新しくなる', async () => {
    const member = await desk.holder(1)
    const { config, redeem } = await letIn(member, ['data:read', 'usage:read'])
    const tokens = await redeem()
    expect([tokens.token_type, tokens.expires_in, tokens.id_token]).toEqual([
      'bearer',
      3600,
      undefined,
    ])
    const token = tokens.access_token
    expect([await ask(token), await ask(token, '/billing/status')]).toEqual([200, 403])
    const renewed = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token)
    expect(await ask(renewed.access_token)).toBe(200)
    const { connections } = await member.call(api.connectionsGet)
    expect(connections).toMatchObject([
      { kind: 'app', name: '家計簿アプリ', scopes: ['data:read', 'usage:read'], state: 'active' },
    ])
  })

  test('ログインしていない人は、ログインしてからこの申し出に戻る', async () => {
    const member = await desk.holder(1)
    const { asked } = await begin({ ...member, secret: 'none' })
    expect([asked.to?.pathname, asked.to?.searchParams.get('back')?.split('?')[0]]).toEqual([
      '/auth/login',
      '/oauth/authorize',
    ])
  })

  test('断ると、アプリには何も渡らず、断られたと伝わる', async () => {
    const member = await desk.holder(1)
    const begun = await begin(member)
    const { state, continuePath } = await member.call(api.connectionsAppDelete, {
      query: { request: begun.request },
    })
    const { to } = await begun.go(ORIGIN + continuePath)
    expect([state, to?.origin, to?.searchParams.get('error')]).toEqual([
      'denied',
      'https://tool.example.jp',
      'access_denied',
    ])
    expect((await member.call(api.connectionsGet)).connections).toEqual([])
  })

  test('求められたことの一部だけを許せて、求められていないことは許せない', async () => {
    const member = await desk.holder(1)
    const begun = await begin(member, { scope: 'data:read bills:read' })
    await expect(agree(member, begun, ['calls:read'])).rejects.toThrow('VALIDATION_FAILED')
    const { continuePath } = await agree(member, begun, ['data:read'])
    const { to } = await begun.go(ORIGIN + continuePath)
    const tokens = await oauth.authorizationCodeGrant(begun.config, to ?? new URL(ORIGIN), {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
    })
    expect(tokens.scope).toBe('data:read')
    expect(await ask(tokens.access_token, '/billing/status')).toBe(403)
  })

  test('ご自身で登録したアプリは、手元のどのポートでも受け取れ、ほかの人は許せない', async () => {
    const [member, stranger] = [await desk.holder(1), await desk.holder(1)]
    const local = await ownApp(member)
    const { callback, redeem } = await letIn(member, ['data:read'], local)
    expect(callback.host).toBe('127.0.0.1:49152')
    expect(await ask((await redeem()).access_token)).toBe(200)
    const begun = await begin(stranger, local)
    await expect(agree(stranger, begun)).rejects.toThrow('CONNECTION_REQUEST_OVER')
  })

  test('ご自身で登録したアプリは、登録したことだけを求められ、登録を消すと、その時から使えない', async () => {
    const member = await desk.holder(1)
    const local = await ownApp(member)
    const { asked } = await begin(member, { ...local, scope: 'data:read bills:read' })
    expect([asked.to?.host, asked.to?.searchParams.get('error')]).toEqual([
      '127.0.0.1:49152',
      'invalid_scope',
    ])
    const { redeem } = await letIn(member, ['data:read'], local)
    const { access_token: token } = await redeem()
    const query = { clientId: local.clientId }
    const stranger = await desk.holder(1)
    await expect(stranger.call(api.connectionsClientDelete, { query })).rejects.toThrow('NOT_FOUND')
    expect(await ask(token)).toBe(200)
    const { ownApps, connections } = await member.call(api.connectionsClientDelete, { query })
    expect([ownApps, connections[0]?.endedBecause]).toEqual([[], 'お客さまが取り消しました'])
    expect(await ask(token)).toBe(401)
    expect((await begin(member, local)).asked.status).toBe(400)
    await expect(member.call(api.connectionsClientDelete, { query })).rejects.toThrow('NOT_FOUND')
  })

  test('秘密をもつアプリは、その秘密で受け取り、自分のトークンだけを確かめられる', async () => {
    const member = await desk.holder(1)
    const { clientId, secret = '' } = await insertClient(harness.database.db, {
      name: '会社の集計',
      redirectUris: [REDIRECT],
      keepsSecret: true,
      now: harness.clock.now(),
    })
    const { callback } = await letIn(member, ['data:read'], { clientId })
    const [right, wrong] = [await configOf(clientId, secret), await configOf(clientId, 'wrong')]
    const checks = { expectedState: callback.searchParams.get('state') ?? '' }
    await expect(
      oauth.authorizationCodeGrant(wrong, callback, {
        ...checks,
        pkceCodeVerifier: 'x'.repeat(43),
      }),
    ).rejects.toMatchObject({ status: 401, code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' })
    const foreign = await (await letIn(member)).redeem()
    const about = await oauth.tokenIntrospection(right, foreign.access_token)
    expect(about.active).toBe(false)
  })

  test('目録（RFC 8414、9728）は、できることだけを挙げる', async () => {
    const metadata: unknown = await (
      await send(`${ORIGIN}/.well-known/oauth-authorization-server`)
    ).json()
    expect(metadata).toMatchObject({
      issuer: ORIGIN,
      authorization_endpoint: `${ORIGIN}/oauth/authorize`,
      token_endpoint: `${ORIGIN}/oauth/token`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
    const resource: unknown = await (
      await send(`${ORIGIN}/.well-known/oauth-protected-resource/api/v1`)
    ).json()
    expect(resource).toMatchObject({
      resource: `${ORIGIN}/api/v1`,
      authorization_servers: [ORIGIN],
    })
  })
})

test('どの操作も、トークンに許された範囲だけに答える', async () => {
  const member = await desk.holder(1)
  const given: AccessScope[] = ['bills:read', 'lines:read', 'data:switch']
  const { access_token: token } = await (await letIn(member, given)).redeem()
  const letThrough: string[] = []
  for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
    const { path, init } = sampleRequest(endpoint, { lineId: member.lineIds[0] })
    const headers = { ...init.headers, authorization: `Bearer ${token}` }
    const at = `${ORIGIN}/api/v1${path.slice('/api'.length)}`
    const answer = await app.request(at, { ...init, headers })
    const failure: unknown = await answer.json()
    if (!JSON.stringify(failure).includes('"SCOPE_MISSING"')) letThrough.push(name)
  }
  const expected = Object.entries<Endpoint>(api).filter(([, { scope }]) =>
    given.some((one) => one === scope),
  )
  expect(letThrough.toSorted()).toEqual(expected.map(([name]) => name).toSorted())
})

describe('盗まれたもの、まちがったものは、断る', () => {
  test('同じ更新トークンが二度使われると、その連携のすべてが止まり、連絡先に知らせる', async () => {
    const member = await desk.holder(1)
    const { config, redeem } = await letIn(member)
    const first = await redeem()
    const second = await oauth.refreshTokenGrant(config, first.refresh_token ?? '')
    await expect(oauth.refreshTokenGrant(config, first.refresh_token ?? '')).rejects.toEqual(
      refused('invalid_grant'),
    )
    await expect(oauth.refreshTokenGrant(config, second.refresh_token ?? '')).rejects.toEqual(
      refused('invalid_grant'),
    )
    expect([await ask(first.access_token), await ask(second.access_token)]).toEqual([401, 401])
    const { connections } = await member.call(api.connectionsGet)
    expect(connections).toMatchObject([
      { state: 'ended', endedBecause: '盗まれたおそれがあるため、止めました' },
    ])
  })

  test('同じコードが二度使われると、先に渡したトークンも使えない', async () => {
    const member = await desk.holder(1)
    const { redeem } = await letIn(member)
    const tokens = await redeem()
    await expect(redeem()).rejects.toEqual(refused('invalid_grant'))
    expect(await ask(tokens.access_token)).toBe(401)
  })

  test('コードを同時に二度使っても、残るトークンはない', async () => {
    const member = await desk.holder(1)
    const { redeem } = await letIn(member)
    const both = await Promise.allSettled([redeem(), redeem()])
    const given = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(given.length).toBeLessThan(2)
    for (const tokens of given) expect(await ask(tokens.access_token)).toBe(401)
  })

  test('検証の値がちがうコードは、渡さない', async () => {
    const member = await desk.holder(1)
    const { redeem } = await letIn(member)
    await expect(redeem({ pkceCodeVerifier: oauth.randomPKCECodeVerifier() })).rejects.toEqual(
      refused('invalid_grant'),
    )
  })

  test.each([
    'https://tool.example.jp.evil.example/callback',
    'https://tool.example.jp/callback/../steal',
    'https://tool.example.jp/callback?x=1',
    'http://tool.example.jp/callback',
    'https://tool.example.jp:8443/callback',
  ])('登録とちがう戻り先には、送らない：%s', async (redirect) => {
    const member = await desk.holder(1)
    const { asked } = await begin(member, { redirect })
    expect([asked.status, asked.to]).toEqual([400, undefined])
    expect(await asked.answer.text()).toContain('連携を続けられません')
  })

  test('発行元を取りちがえた応答は、アプリの側で見つかる', async () => {
    const member = await desk.holder(1)
    const { config, callback } = await letIn(member)
    callback.searchParams.set('iss', 'https://evil.example')
    await expect(
      oauth.authorizationCodeGrant(config, callback, {
        expectedState: callback.searchParams.get('state') ?? '',
      }),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining('"iss"') } })
  })

  test('PKCEのない申し出、パスワード、コードのほかの流れは、ない', async () => {
    const member = await desk.holder(1)
    const go = browserOf(member)
    const plain = new URLSearchParams({
      client_id: tool,
      redirect_uri: REDIRECT,
      scope: 'data:read',
    })
    const noPkce = await go(`${ORIGIN}/oauth/authorize?response_type=code&${plain}`)
    const implicit = await go(`${ORIGIN}/oauth/authorize?response_type=token&${plain}`)
    expect([noPkce, implicit].map(({ to }) => to?.searchParams.get('error') ?? to?.hash)).toEqual([
      'invalid_request',
      expect.stringContaining('unsupported_response_type'),
    ])
    const config = await configOf(tool)
    await expect(
      oauth.genericGrantRequest(config, 'password', { username: 'sato', password: 'x' }),
    ).rejects.toEqual(refused('unsupported_grant_type'))
  })

  test('知らない宛先と、ないことを求める申し出は、断る', async () => {
    const member = await desk.holder(1)
    const [resource, scope, silent] = [
      await begin(member, { more: { resource: 'https://evil.example/api' } }),
      await begin(member, { scope: 'everything' }),
      await begin(member, { more: { prompt: 'none' } }),
    ]
    expect(
      [resource, scope, silent].map(({ asked }) => asked.to?.searchParams.get('error')),
    ).toEqual(['invalid_target', 'invalid_scope', 'login_required'])
  })

  test('ほかの宛先へのトークンでは、会員APIを呼べない', async () => {
    const member = await desk.holder(1)
    const { redeem } = await letIn(member, ['data:read'], { more: { resource: `${ORIGIN}/mcp` } })
    expect(await ask((await redeem()).access_token)).toBe(401)
  })

  test('二つの画面で許しても、決まるのは先の一つだけ', async () => {
    const member = await desk.holder(1)
    const begun = await begin(member)
    const both = await Promise.allSettled([agree(member, begun), agree(member, begun)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await member.call(api.connectionsGet)).connections).toHaveLength(1)
  })

  test('ほかの人が始めた申し出は、見ることも許すこともできない', async () => {
    const [thief, victim] = [await desk.holder(1), await desk.holder(1)]
    const begun = await begin(thief)
    const query = { request: begun.request }
    await expect(victim.call(api.connectionsRequestGet, { query })).rejects.toThrow('NOT_FOUND')
    await expect(agree(victim, begun)).rejects.toThrow('NOT_FOUND')
  })

  test('まとめ役が許せるのは、役割でできることだけ', async () => {
    const holder = await desk.holder(2)
    const manager = await desk.member(holder, 'manager')
    const begun = await begin(
      { ...holder, secret: manager.session },
      { scope: 'data:read bills:read' },
    )
    const query = { request: begun.request }
    const { asked, beyond } = await manager.call(api.connectionsRequestGet, { query })
    expect([asked, beyond]).toEqual([['data:read'], ['bills:read']])
    await expect(
      manager.call(api.connectionsAppPost, {
        body: { ...query, scopes: ['bills:read'], days: '90' },
      }),
    ).rejects.toThrow('VALIDATION_FAILED')
  })

  test('取り消した連携は、トークンも更新も、その時から使えない', async () => {
    const member = await desk.holder(1)
    const { config, redeem } = await letIn(member)
    const tokens = await redeem()
    const { connections } = await member.call(api.connectionsGet)
    const query = { connectionId: connections[0]?.connectionId ?? '' }
    await member.call(api.connectionsDelete, { query })
    expect(await ask(tokens.access_token)).toBe(401)
    await expect(oauth.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toEqual(
      refused('invalid_grant'),
    )
  })

  test('アプリが返したトークンは使えず、連携も終わる', async () => {
    const member = await desk.holder(1)
    const { config, redeem } = await letIn(member)
    const tokens = await redeem()
    await oauth.tokenRevocation(config, tokens.refresh_token ?? '')
    expect(await ask(tokens.access_token)).toBe(401)
    const { connections } = await member.call(api.connectionsGet)
    expect(connections[0]?.endedBecause).toBe('アプリが連携を終えました')
  })

  test('1時間たったトークンは使えず、更新すると使える', async () => {
    const member = await desk.holder(1)
    const { redeem } = await letIn(member)
    const tokens = await redeem()
    const before = harness.clock.now()
    harness.clock.set(before.add({ seconds: 3601 }).toString())
    expect(await ask(tokens.access_token)).toBe(401)
    harness.clock.set(before.toString())
  })

  test('データベースの写しから、使えるものは何も取り出せない', async () => {
    const member = await desk.holder(1)
    const { callback, redeem } = await letIn(member)
    const code = callback.searchParams.get('code') ?? ''
    const { access_token: token, refresh_token: renewal = '' } = await redeem()
    const { rows } = await harness.database.pool.query(
      'select a::text from oauth_artifact a union all select k::text from connection k',
    )
    const dump = JSON.stringify(rows)
    expect(
      [code, token, renewal].map((secret) => [secret.length > 40, dump.includes(secret)]),
    ).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ])
    expect(harness.logLines.join('')).not.toContain(token)
  })
})
