import { describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/seed/demo-members.ts'
import { proofAddress } from '#vocabulary/proof.ts'
import { codeSentFor } from '../sent-codes.ts'
import { logIn, portalUrl, visit } from './portal.ts'

// What a stranger with a stolen password sees; what the API answers is in tests/api/stranger.test.ts.

const portOut = '/mypage/portout.html'
const codeHeading = '確認コードの入力'

/** Somebody else's browser, logged in with the member's password. */
async function strangerOf(loginId: string) {
  const browser = visit()
  const login = await browser.open('/auth/login?back=/mypage/top.html')
  const page = await login.press('ログイン', { loginId, password: DEMO_PASSWORD })
  expect(page.url.href).toBe(`${portalUrl}/mypage/top.html`)
  return browser
}

async function askForNumber(browser: ReturnType<typeof visit>) {
  const confirm = await (await browser.open(portOut)).press('転出の内容を確認する')
  expect(confirm.heading).toBe('MNP転出の確認')
  return confirm.press('MNP予約番号の発行を申し込む', { agreed: 'yes' })
}

describe('パスワードを知った他人が、自分のブラウザから', () => {
  test('転出、連絡先、カードの手続きをしても、どれも確認コードの画面で止まる', async () => {
    const member = await logIn('kobayashi', '/mypage/top.html')
    const stranger = await strangerOf('kobayashi')

    const stopped = await askForNumber(stranger)
    expect([stopped.heading, stopped.url.pathname]).toEqual([
      codeHeading,
      expect.stringMatching(/^\/login\/.+\/code$/),
    ])
    const edit = await stranger.open('/mypage/user/edit.html?part=email')
    expect(edit.text).toContain('確認コードでのご本人の確認が必要です')
    expect(edit.buttons).not.toContain('内容を確認する')
    const card = await (await stranger.open('/mypage/billing/card.html')).press('カードを')
    expect(card.heading).toBe(codeHeading)

    expect((await member.open('/mypage/notices.html')).text).toContain(
      'はじめての端末からログインがありました',
    )
    expect((await member.open(portOut)).text).not.toContain('保留')
  })

  test('確認コードまで手に入れても、申し込みは保留になり、会員がいつもの端末から止める', async () => {
    const member = await logIn('kobayashi', '/mypage/top.html')
    const stranger = await strangerOf('kobayashi')
    const asked = await stranger.open(proofAddress('secondFactor', portOut))
    const there = await asked.press('確認する', { code: await codeSentFor(asked.url) })
    expect(there.url.pathname).toBe(portOut)
    const done = await askForNumber(stranger)
    expect(done.text).toContain('安全のため保留中')

    const logins = await member.open('/mypage/user/login.html')
    expect(logins.text).toContain('「MNP転出」を安全のため保留しています')
    expect(logins.text).toContain('はじめての端末')
    const stopped = await logins.press('このお申し込みを止める')
    expect(stopped.text).toContain('お申し込みを止めました')
    expect(stopped.text).not.toContain('安全のため保留しています')

    expect((await member.open(portOut)).text).not.toContain('保留')

    // The provider still knows the stranger's browser; here password and code are asked for anew.
    const ended = await stranger.open(portOut)
    const back = await ended.press('ログイン', { loginId: 'kobayashi', password: DEMO_PASSWORD })
    expect(back.url.pathname).toBe(portOut)
    const again = await askForNumber(stranger)
    expect(again.heading).toBe(codeHeading)
  })

  test('身に覚えのないリンクでは、何も止められない', async () => {
    const browser = visit()
    expect((await browser.open('/auth/stop?t=unknown')).status).toBe(404)
  })
})
