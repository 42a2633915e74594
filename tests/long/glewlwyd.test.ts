import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../tools/setup/free-port.ts'
import { createDesk, startGlewlwyd, typedUser, whyNoGlewlwyd } from './providers/glewlwyd.ts'
import { ORIGIN, startPortal } from './providers/portal.ts'

const why = whyNoGlewlwyd()
if (why !== undefined) process.stderr.write(`${why}\n`)

const SECRET = 'test-secret-test-secret-test-secret-'

describe.skipIf(why !== undefined)('Glewlwydのログインで使う', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glewlwyd-'))
  let provider: Awaited<ReturnType<typeof startGlewlwyd>>
  let portal: Awaited<ReturnType<typeof startPortal>>

  beforeAll(async () => {
    provider = await startGlewlwyd(folder, await freePort(), {
      id: 'portal',
      secret: SECRET,
      redirectUri: `${ORIGIN}/auth/callback`,
      afterLogout: `${ORIGIN}/`,
    })
    portal = await startPortal({
      OIDC_ISSUER: provider.url,
      OIDC_CLIENT_ID: 'portal',
      OIDC_CLIENT_SECRET: SECRET,
      OIDC_SCOPE: 'openid profile',
      OIDC_CLAIMS: { name: 'displayName', email: 'mail', preferred_username: 'login' },
      OIDC_REGISTRATION_URL: `${provider.base}/profile.html?register`,
    })
  })
  afterAll(async () => {
    await portal?.stop()
    await provider?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Its pages are programs over its API: what they send is sent here, the password and the consent. */
  async function logIn(asked = {}) {
    const begun = await portal.begin(asked)
    const desk = await createDesk(provider.base, typedUser)
    await desk.ask('PUT', '/api/auth/grant/portal', { scope: 'openid profile' })
    const answer = await desk.open(`${begun.to}&g_continue`)
    const callback = new URL(answer.headers.get('location') ?? '')
    return { desk, ...(await portal.finish(callback, begun.cookie)) }
  }

  test('PKCEの付いたコードでログインし、ほかの名前の項目を設定どおりに読む', async () => {
    const { to, session } = await logIn()
    expect(to).toBe('/login_back.html')
    expect(await portal.profileOf(session)).toMatchObject({
      name: '佐藤 美咲',
      email: 'misaki@example.jp',
    })
  })

  test('auth_time を0としか言わず、acr も言わない版なので、見るためにはログインでき、大切な手続きの前の確認は済まない', async () => {
    const { session } = await logIn()
    expect(session).toMatchObject({ authenticatedAt: null, secondFactorAt: null })
    expect((await logIn({ proof: 'freshLogin' })).to).toBe('/auth/failed?reason=refused')
    expect((await logIn({ proof: 'secondFactor' })).to).toBe('/auth/failed?reason=refused')
  })

  test('鍵が替わっても、次のログインから通る', async () => {
    expect((await logIn()).to).toBe('/login_back.html')
    await provider.rotateKeys()
    expect((await logIn()).to).toBe('/login_back.html')
  })

  test('登録のページへ案内し、ログアウトは提供元の終了の窓口へ送る', async () => {
    expect((await portal.begin({ register: '1' })).to).toBe(
      `${provider.base}/profile.html?register`,
    )
    const { desk, cookie } = await logIn()
    const end = new URL(await portal.logOut(cookie))
    expect(end.pathname).toBe('/api/oidc/end_session')
    expect(end.searchParams.get('post_logout_redirect_uri')).toBe(`${ORIGIN}/`)
    const answer = await desk.open(end.href)
    // Its own page asks the member, and leads back.
    const asks = new URL(answer.headers.get('location') ?? '', provider.base)
    expect(asks.pathname).toBe('/login.html')
    expect(asks.searchParams.get('prompt')).toBe('end_session')
  })
})
