import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../api/faults/until.ts'
import { freePort } from '../../tools/setup/free-port.ts'
import { createBrowser } from './providers/browser.ts'
import { startLemonldap, whyNoLemonldap } from './providers/lemonldap.ts'
import { ORIGIN, startPortal } from './providers/portal.ts'

const why = whyNoLemonldap()
if (why !== undefined) process.stderr.write(`${why}\n`)

const SECRET = 'test-secret-test-secret-test-secret-'
const typedBy = (user: string) => ({ user, password: user, code: '123456' })

describe.skipIf(why !== undefined)('LemonLDAP::NGのログインで使う', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lemonldap-'))
  let provider: Awaited<ReturnType<typeof startLemonldap>>
  let portal: Awaited<ReturnType<typeof startPortal>>

  beforeAll(async () => {
    const port = await freePort()
    provider = await startLemonldap(folder, port, {
      id: 'portal',
      secret: SECRET,
      redirectUri: `${ORIGIN}/auth/callback`,
      afterLogout: `${ORIGIN}/`,
    })
    portal = await startPortal({
      OIDC_ISSUER: provider.url,
      OIDC_CLIENT_ID: 'portal',
      OIDC_CLIENT_SECRET: SECRET,
      OIDC_SECOND_FACTOR_ACR: 'loa-5',
      OIDC_SCOPE: 'openid profile email',
      OIDC_CLAIMS: { name: 'displayName', email: 'mail', preferred_username: 'login' },
      OIDC_REGISTRATION_URL: `${provider.url}/register`,
    })
  })
  afterAll(async () => {
    await portal?.stop()
    await provider?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Once more where its one process was busy for more than the two seconds that a member waits. */
  async function logIn(
    browser: ReturnType<typeof createBrowser>,
    asked = {},
    isAgain = false,
  ): ReturnType<typeof portal.finish> {
    const { to, cookie } = await portal.begin(asked)
    const finished = await portal.finish(await browser.goUntil(to, ORIGIN), cookie)
    return finished.to.endsWith('unavailable') && !isAgain ? logIn(browser, asked, true) : finished
  }

  test('PKCEの付いたコードでログインし、第二要素は acr で、パスワードの時刻は auth_time で分かる', async () => {
    const browser = createBrowser(typedBy('dwho'))
    const { to, session } = await logIn(browser)
    expect(to).toBe('/login_back.html')
    expect(session).toMatchObject({ subject: 'dwho', secondFactorAt: expect.anything() })
    expect(browser.seen.filter((page) => page.startsWith('POST'))).toEqual([
      'POST /oauth2/authorize',
      'POST /ext2fcheck',
    ])
    const again = await logIn(browser, { proof: 'secondFactor' })
    expect(again.to).toBe('/login_back.html')
    // Of the last ten minutes: nothing was typed again.
    expect(browser.seen.filter((page) => page.startsWith('POST'))).toHaveLength(2)
  })

  test('ほかの名前の項目（displayName、mail、login）は、利用者の窓口から設定どおりに読む', async () => {
    const { session } = await logIn(createBrowser(typedBy('msmith')))
    expect(await portal.profileOf(session)).toMatchObject({
      name: 'Mickey Smith',
      email: 'msmith@badwolf.org',
    })
  })

  test('大切な手続きの前の確認では、入ったばかりでもパスワードを求められる', async () => {
    const browser = createBrowser(typedBy('dwho'))
    await logIn(browser)
    const before = browser.seen.length
    await until('a second goes by at the provider', async () => {
      const { to } = await logIn(browser, { proof: 'freshLogin' })
      return (
        to === '/login_back.html' &&
        browser.seen.slice(before).some((page) => page.startsWith('POST'))
      )
    })
    expect(browser.seen.slice(before).some((page) => page.startsWith('POST'))).toBe(true)
  })

  test('第二要素を持たない人は、見るためにはログインでき、大切な手続きの前の確認では、その旨の画面になる', async () => {
    const browser = createBrowser(typedBy('rtyler'))
    const { to, session } = await logIn(browser)
    expect(to).toBe('/login_back.html')
    expect(session).toMatchObject({ subject: 'rtyler', secondFactorAt: null })
    expect((await logIn(browser, { proof: 'secondFactor' })).to).toBe(
      '/auth/failed?reason=secondFactor',
    )
  })

  test('prompt=createのない提供元では、登録のページへ案内する', async () => {
    expect((await portal.begin({ register: '1' })).to).toBe(`${provider.url}/register`)
  })

  test('ログインの途中で鍵が替わっても、ログインできる', async () => {
    expect((await logIn(createBrowser(typedBy('dwho')))).to).toBe('/login_back.html')
    const begun = await portal.begin()
    const browser = createBrowser(typedBy('dwho'))
    provider.rotateKeys()
    await until('the new key is shown', async () => (await provider.keysShown()).includes('key-2'))
    const callback = await browser.goUntil(begun.to, ORIGIN)
    expect((await portal.finish(callback, begun.cookie)).to).toBe('/login_back.html')
  })

  test('ログアウトは提供元でも終わり、次のログインではパスワードを求められる', async () => {
    const browser = createBrowser(typedBy('dwho'))
    const { cookie } = await logIn(browser)
    const end = await portal.logOut(cookie)
    expect(end).toMatch(/\/oauth2\/logout\?/)
    expect((await browser.goUntil(end, ORIGIN)).href).toBe(`${ORIGIN}/`)
    const before = browser.seen.length
    expect((await logIn(browser)).to).toBe('/login_back.html')
    expect(browser.seen.slice(before)).toContain('POST /oauth2/authorize')
  })
})
