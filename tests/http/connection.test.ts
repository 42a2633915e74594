import { createServer } from 'node:http'
import * as oauth from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages } from '#vocabulary/pages.ts'
import { logIn, portalUrl, visit, type Member } from './portal.ts'
import { enter, knownDevice } from '../enter.ts'
import { codeSentFor } from '../sent-codes.ts'

// An app of the member's own, from its registration to its end, without script.

/** The program on the member's machine, at whatever port it got (RFC 8252, 7.3). */
const program = createServer((_, answer) => answer.end())
let redirect = ''
let host = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    program.listen(0, '127.0.0.1', resolve)
  })
  const address = program.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  host = `127.0.0.1:${address.port}`
  redirect = `http://${host}/callback`
})
afterAll(() => void program.close())

/** The program asks. */
async function begin(clientId: string, scope = 'data:read bills:read') {
  const config = await oauth.discovery(new URL(portalUrl), clientId, undefined, oauth.None(), {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
  })
  const verifier = oauth.randomPKCECodeVerifier()
  const state = oauth.randomState()
  const address = oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirect,
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const redeem = (callback: URL) =>
    oauth.authorizationCodeGrant(config, callback, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    })
  return { path: address.pathname + address.search, redeem }
}

const residual = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${portalUrl}/api/v1/high_speed/residual/`, { headers })).status
}

describe('手元のアプリ（スクリプトなし）', () => {
  let member: Member
  let clientId = ''
  beforeAll(async () => {
    member = await logIn('tanaka', pages.connections)
  })

  test('登録の誤りは欄のそばで言われ、入れたものは残り、登録すると番号が一覧に出る', async () => {
    const form = await member.page.follow('手元のアプリを登録する')
    const wrong = await form.press('登録する', {
      name: '',
      redirectUri: 'https://tool.example.jp/callback',
      scopes: ['data:read', 'bills:read'],
    })
    expect([wrong.status, wrong.fieldErrors]).toEqual([
      400,
      [
        'アプリを見分けるための名前を入力してください。',
        'http://127.0.0.1/ で始まる、お手元のパソコンのアドレスを入力してください。',
      ],
    ])
    expect([wrong.valueOf('redirectUri'), wrong.valueOf('scopes')]).toEqual([
      'https://tool.example.jp/callback',
      'data:read,bills:read',
    ])
    const none = await form.press('登録する', { name: '手元の集計' })
    expect([none.valueOf('name'), none.fieldErrors]).toEqual([
      '手元の集計',
      ['許すことを、1つ以上選んでください。'],
    ])
    const made = await wrong.press('登録する', {
      name: '手元の集計',
      redirectUri: 'http://127.0.0.1/callback',
    })
    expect(made.textsOf('notice').join()).toContain('登録しました')
    expect(made.textIn('own-apps')).toContain('データの残りを見る、請求を見る')
    clientId = /app_\w+/.exec(made.textIn('own-apps'))?.[0] ?? ''
  })

  test('アプリから始めて一部だけを許すと、別のポートでもトークンが渡り、ほかの画面では二度決められない', async () => {
    const { path, redeem } = await begin(clientId)
    const first = await member.open(path)
    expect(first.text).toContain('ご自身で登録した、手元のアプリです。')
    expect(first.text).toContain(`お手元のパソコンの${host}に戻ります。`)
    const nothing = await first.press('許して連携する', { scopes: [] })
    expect([nothing.status, nothing.fieldErrors, nothing.valueOf('scopes')]).toEqual([
      400,
      ['許すことを、1つ以上選んでください。'],
      '',
    ])
    const again = await member.open(first.url.pathname + first.url.search)
    const agreed = await nothing.press('許して連携する', { scopes: 'data:read' })
    expect(agreed.heading).toBe('アプリを連携しました')
    const late = await again.press('断る')
    expect([late.status, late.text]).toEqual([
      409,
      expect.stringContaining('別の画面で決められたか'),
    ])
    const callback = await agreed.follow(`アプリに戻る（${host}）`)
    const tokens = await redeem(callback.url)
    expect([tokens.scope, await residual(tokens.access_token)]).toEqual(['data:read', 200])

    const other = await (await member.open(path)).press('断る')
    expect(other.heading).toBe('連携を断りました')
    const refused = await other.follow(`アプリに戻る（${host}）`)
    expect([refused.url.host, refused.url.searchParams.get('error')]).toEqual([
      host,
      'access_denied',
    ])
  })

  test('ご本人の確認が済んでいなければ、許す前に求められ、選んだまま続けられる', async () => {
    const { name, value } = knownDevice(portalUrl)
    const browser = visit({ [name]: value })
    await enter(browser, 'tanaka', pages.connections, { byPassword: true })
    const { path } = await begin(clientId)
    const asked = await (
      await browser.open(path)
    ).press('許して連携する', {
      scopes: 'bills:read',
      days: '30',
    })
    expect(asked.url.origin).not.toBe(portalUrl)
    const back = await asked.press('確認する', { code: await codeSentFor(asked.url) })
    const agreed = await back.press('お手続きを続ける')
    expect(agreed.heading).toBe('アプリを連携しました')
    const { text } = await browser.open(pages.connections)
    expect(text).toContain('できること（すべての回線）請求を見る使われた記録')
  })

  test('登録を消すと、許していたことも取り消される', async () => {
    const page = await member.open(pages.connections)
    const gone = await page.press('登録を消す（手元の集計）')
    expect(gone.textsOf('notice').join()).toContain('登録を消しました')
    expect(gone.textIn('own-apps')).not.toContain('手元の集計')
    expect(gone.textIn('over')).toContain('お客さまが取り消しました')
    expect((await member.open((await begin(clientId)).path)).heading).toBe('連携を続けられません')
  })
})
