import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { antiForgery } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { authRoutes } from '#server/session/auth-routes.ts'
import { createCookies } from '#server/session/cookies.ts'
import type { ServerEnv } from '#server/edge/request-facts.ts'
import { waited } from '#tests/waited.ts'
import { startHarness, type Harness } from '../harness.ts'
import { makeMember } from '../members.ts'

/** quality R14 */
const ANSWER_WITHIN_MS = 3000
const ORIGIN = 'http://localhost:3000'

/** Takes every connection; while it is silent it never answers, else it says where its endpoints are. */
let isSilent = false
const provider = createServer((asked, answer) => {
  if (isSilent || !asked.url?.startsWith('/.well-known/')) return
  answer.setHeader('Content-Type', 'application/json').end(
    JSON.stringify({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/auth`,
      token_endpoint: `${issuer()}/token`,
      end_session_endpoint: `${issuer()}/end`,
      jwks_uri: `${issuer()}/jwks`,
    }),
  )
})
const issuer = () => `http://127.0.0.1:${addressOf(provider.address()).port}`

let harness: Harness
let app: Hono<ServerEnv>
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  harness = await startHarness(undefined, { OIDC_ISSUER: issuer() })
  const cookies = createCookies(ORIGIN)
  const { sessions, database } = harness.services
  app = new Hono<ServerEnv>()
  app.use(async (c, next) => {
    const now = harness.clock.now()
    const secret = cookies.read(c.req.header('cookie'), 'session')
    const signedIn = secret ? await sessions.find(database.db, secret, now) : undefined
    c.set('facts', { traceKey: 'trace', now, signedIn })
    await next()
  })
  app.route('/', authRoutes(harness.services, cookies))
})
beforeEach(() => {
  isSilent = false
})
afterAll(async () => {
  provider.closeAllConnections()
  provider.close()
  await harness?.stop()
})

async function answersInTime(asking: Promise<Response> | Response) {
  const { result, ms } = await waited(asking)
  expect(ms).toBeLessThan(ANSWER_WITHIN_MS)
  return result.headers
}

test('R14：提供元のログインが黙っていても、3秒以内にそう伝え、どこへ戻るところだったかは覚えていて、開いているセッションは続く', async () => {
  const member = await makeMember(harness, { loginId: 'sato' })
  isSilent = true
  const [headers, open] = await Promise.all([
    answersInTime(app.request(`${ORIGIN}/auth/login?back=/order/apply`)),
    member.call(api.contractGet),
  ])
  expect(headers.get('location')).toBe('/auth/failed?reason=unavailable')
  expect(headers.get('set-cookie')).toContain('true_back_url=%2Forder%2Fapply')
  expect(open.status).toBe('active')
})

test('R14：ログインの途中で提供元が黙ったら、3秒以内にそう伝える。ログアウトはこちらの画面で終わり、そのことを伝える', async () => {
  const { secret, token, call } = await makeMember(harness, { loginId: 'suzuki' })
  const begun = await app.request(`${ORIGIN}/auth/login`)
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
  const cookie = begun.headers.getSetCookie().map((line) => line.split(';')[0])
  isSilent = true
  const callback = `${ORIGIN}/auth/callback?${new URLSearchParams({ code: 'c', state, iss: issuer() })}`
  const leaving = app.request(`${ORIGIN}/auth/logout`, {
    method: 'POST',
    headers: {
      cookie: `sid=${secret}; ${antiForgery.cookie}=${token}`,
      origin: ORIGIN,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ [antiForgery.field]: token }).toString(),
  })
  const [back, left] = await Promise.all([
    answersInTime(app.request(callback, { headers: { cookie: cookie.join('; ') } })),
    answersInTime(leaving),
  ])
  expect(back.get('location')).toBe('/auth/failed?reason=unavailable')
  expect(left.get('location')).toBe('/auth/failed?reason=loggedOutHere')
  await expect(call(api.contractGet)).rejects.toMatchObject({ httpStatus: 401 })
})

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('the provider has no port')
  return address
}
