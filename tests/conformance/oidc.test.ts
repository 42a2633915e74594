import { createSign, generateKeyPairSync } from 'node:crypto'
import type { Breach, Reply, Request } from './breach.ts'
import { answering, isAbout, refusal, saying, turning } from './breaches.ts'
import { trySystem } from './try-system.ts'

const discovery = 'GET /.well-known/openid-configuration'
const authorization = 'GET /oidc/auth'
const token = 'POST /oidc/token'

type Claims = Readonly<Record<string, unknown>>

/** A key of the breaker's own: what it signs is believed when the key endpoint has it. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
function signed(claims: Claims): string {
  const content = `${base64url({ alg: 'RS256', kid: 'own' })}.${base64url(claims)}`
  const signature = createSign('RSA-SHA256').update(content).sign(privateKey, 'base64url')
  return `${content}.${signature}`
}

/** Another ID token in place of the provider's, by a key that is known or is not. */
const withToken =
  (change: (claims: Claims) => Claims, isKeyKnown = true): NonNullable<Breach['answer']> =>
  async (request, forward) => {
    const reply = await forward()
    if (isKeyKnown && isAbout(request, 'GET /oidc/jwks'))
      return { ...reply, status: 200, body: JSON.stringify({ keys: [jwk] }) }
    if (!isAbout(request, token) || reply.status !== 200) return reply
    const tokens: { id_token: string } = JSON.parse(reply.body)
    const payload = Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString()
    const claims: Claims = JSON.parse(payload)
    return { ...reply, body: JSON.stringify({ ...tokens, id_token: signed(change(claims)) }) }
  }

const without = (name: string) => (claims: Claims) =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
const later = (minutes: number) => (claims: Claims) => ({
  ...claims,
  iat: Number(claims['iat']) + minutes * 60,
  exp: Number(claims['exp']) + minutes * 60,
})

/** Asks the provider something else than the portal did. */
const withQuery = (change: (query: URLSearchParams) => void) =>
  answering(authorization, (request, forward) => {
    const url = new URL(request.path, 'http://x')
    change(url.searchParams)
    return forward({ path: url.pathname + url.search })
  })

/** Changes where the browser is led back to. */
const ledBack =
  (change: (location: URL) => void) => async (_: Request, forward: () => Promise<Reply>) => {
    const reply = await forward()
    const { location } = reply.headers
    if (location === undefined || !URL.canParse(location)) return reply
    const url = new URL(location)
    if (url.pathname === '/auth/callback') change(url)
    return { ...reply, headers: { ...reply.headers, location: url.href } }
  }

/** What `prompt=create` is answered. */
const creating = (answer: (query: URLSearchParams) => Reply) =>
  answering(authorization, async (request, forward) => {
    const query = new URL(request.path, 'http://x').searchParams
    return query.get('prompt') === 'create' ? answer(query) : forward()
  })

trySystem('oidc', [
  {
    name: 'ほかの発行者を名乗る',
    breaks: 'OIDC-1',
    answer: saying(discovery, (json) => ({ ...json, issuer: 'https://other.invalid' })),
  },
  {
    name: '鍵のありかを言わない',
    breaks: 'OIDC-1',
    answer: saying(discovery, without('jwks_uri')),
  },
  {
    name: 'PKCEのS256がない',
    breaks: 'OIDC-2',
    answer: saying(discovery, (json) => ({ ...json, code_challenge_methods_supported: ['plain'] })),
  },
  {
    name: '知らない鍵で署名する（途中で鍵を替え、古い鍵を消した）',
    breaks: 'OIDC-3',
    answer: withToken((claims) => claims, false),
  },
  {
    name: 'ほかの相手のための印を返す',
    breaks: 'OIDC-3',
    answer: withToken((claims) => ({ ...claims, aud: 'another' })),
  },
  {
    name: '前のログインの印を返す',
    breaks: 'OIDC-3',
    answer: withToken((claims) => ({ ...claims, nonce: 'former' })),
  },
  {
    name: '合い言葉を変えて戻す',
    breaks: 'OIDC-3',
    answer: ledBack((url) => url.searchParams.set('state', 'other')),
  },
  { name: '名前を言わない', breaks: 'OIDC-4', answer: withToken(without('name')) },
  {
    name: '契約者かどうかを、文字で言う',
    breaks: 'OIDC-4',
    answer: withToken((claims) => ({ ...claims, mvno_member: 'true' })),
  },
  { name: 'パスワードの時刻を言わない', breaks: 'OIDC-5', answer: withToken(without('auth_time')) },
  {
    name: '前に入れたパスワードで済ませる',
    breaks: 'OIDC-5',
    answer: withToken((claims) => ({ ...claims, auth_time: Number(claims['iat']) - 300 })),
  },
  {
    name: '二つ目の要素を求めない',
    breaks: 'OIDC-6',
    answer: withQuery((query) => query.delete('acr_values')),
  },
  {
    name: 'パスワードだけで、二つ目の要素があったと言う',
    breaks: 'OIDC-6',
    answer: withToken((claims) => ({ ...claims, amr: ['pwd'] })),
  },
  {
    name: 'コードを2回使わせる',
    breaks: 'OIDC-7',
    answer: turning(token, 400, { ...refusal(200, ''), body: '{"access_token":"a"}' }),
  },
  {
    name: 'PKCEのない依頼を受ける',
    breaks: 'OIDC-8',
    answer: withQuery((query) => {
      if (query.has('code_challenge')) return
      query.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
      query.set('code_challenge_method', 'S256')
    }),
  },
  {
    name: '秘密を確かめない',
    breaks: 'OIDC-9',
    answer: turning(token, 401, { ...refusal(400, ''), body: '{"error":"invalid_grant"}' }),
  },
  {
    name: '登録のない住所へ連れて行く',
    breaks: 'OIDC-10',
    answer: answering(authorization, async (request, forward) => {
      const to = new URL(request.path, 'http://x').searchParams.get('redirect_uri') ?? ''
      const reply = await forward()
      const headers = { location: `${to}?error=invalid_request` }
      return reply.status === 400 ? { status: 303, headers, body: '' } : reply
    }),
  },
  {
    name: 'だまって確かめるはずが、画面を出す',
    breaks: 'OIDC-11',
    answer: withQuery((query) => query.delete('prompt')),
  },
  {
    name: 'やめたのに、ほかのわけを言う',
    breaks: 'OIDC-12',
    answer: ledBack((url) => url.searchParams.set('error', 'server_error')),
  },
  { name: '時計が10分進んでいる', breaks: 'OIDC-13', answer: withToken(later(10)) },
  { name: '時計が5分半遅れている', breaks: 'OIDC-13', answer: withToken(later(-5.5)) },
  {
    name: '印が、1週間使える',
    breaks: 'OIDC-13',
    answer: withToken((claims) => ({ ...claims, exp: Number(claims['exp']) + 7 * 24 * 3600 })),
  },
  {
    name: 'ログアウトを受け付けない',
    breaks: 'OIDC-14',
    answer: turning('GET /oidc/session/end', 200, refusal(400, 'X')),
  },
  {
    name: '登録の頼みを知らず、誤りとして送り返す',
    breaks: 'OIDC-15',
    answer: creating((query) => ({
      status: 303,
      headers: { location: `${query.get('redirect_uri')}?error=invalid_request` },
      body: '',
    })),
  },
  {
    name: '登録の頼みを断る',
    breaks: 'OIDC-15',
    answer: creating(() => refusal(400, 'X')),
  },
  {
    name: '登録せずに、ログインしたことにして送り返す',
    breaks: 'OIDC-15',
    answer: creating((query) => ({
      status: 303,
      headers: { location: `${query.get('redirect_uri')}?code=c&state=${query.get('state')}` },
      body: '',
    })),
  },
])
