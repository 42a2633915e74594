import { expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { makeAuthenticator } from './authenticator.ts'
import { makeMember, profile, setProfile } from './members.ts'
import { atReader } from './outside-pages.ts'
import { openPages } from './pages.ts'
import { useHarness } from './use-harness.ts'

// What is done beside a passkey without one being shown, which is all that needs no script. Their rules: src/backend/passkey; made
// and shown: tests/e2e/mypage-passkey.e2e.ts.

const START = '2026-11-28T10:00:00+09:00'
const harness = await useHarness(START)
const browse = await openPages(harness)

/** A member on the device used for years, with a passkey added this minute. */
async function keyHolder(loginId: string) {
  const member = await makeMember(harness, { loginId })
  await setProfile(harness, member.accountId, profile)
  harness.clock.set('2026-11-20T10:00:00+09:00')
  const first = await harness.signIn(loginId, undefined, true, { secret: undefined })
  const device = { secret: first.device?.secret }
  harness.clock.set(START)
  const now = await harness.signIn(loginId, undefined, true, device)
  const made = makeAuthenticator().create(await now.call(api.passkeysBeginPost))
  await now.call(api.passkeysPost, { body: made })
  return { ...member, now, device }
}

test('はじめての端末でも、ICチップで確認すると、待たずに申し込める', async () => {
  await keyHolder('chip')
  const stranger = await harness.signIn('chip', undefined, true, { secret: undefined })
  const browser = browse(stranger)
  const edit = await browser.open('/mypage/user/edit.html')
  expect(edit.text).toContain('お申し込みのあと、24時間お待ちいただきます')
  const prove = await edit.follow('待たずに進む')
  expect(prove.heading).toBe('ご本人の確認')
  expect(prove.links.map(({ text }) => text)).not.toContain('確認コードで確認する')
  const reader = await prove.press('ICチップで確認する')
  const back = await browser.open(await atReader(reader.leadsTo ?? '', 'matched'))
  expect(back.url.pathname).toBe('/mypage/user/edit.html')
  expect(back.text).not.toMatch(/24時間お待ちいただきます|先に確認する/)
})

test('パスキーがあっても、確認コードでも続けられる', async () => {
  const { device } = await keyHolder('either')
  const before = harness.clock.now().subtract({ minutes: 20 })
  const browser = browse(await harness.signIn('either', before, false, device))
  const edit = await browser.open('/mypage/user/edit.html?part=email')
  expect(edit.buttons).not.toContain('内容を確認する')
  const prove = await edit.follow('確認して続ける')
  expect(prove.heading).toBe('ご本人の確認')
  const code = prove.links.find(({ text }) => text === '確認コードで確認する')
  expect(code?.href).toContain('way=provider')
})

test('なくした端末を選ぶと、パスキーを消し、ログインを切り、回線も止める', async () => {
  const { now, lineIds } = await keyHolder('lost')
  const browser = browse(now)
  const form = await browser.open('/mypage/user/passkey/lost.html')
  const missing = await form.press('まとめて行う')
  expect(missing.text).toContain('パスキーを選んでください。')
  const [passkeyId = ''] = (await now.call(api.passkeysGet)).passkeys.map((one) => one.passkeyId)
  const [lineId = ''] = lineIds
  const done = await missing.press('まとめて行う', { passkeyId, lineId })
  expect(done.text).toContain('選んだ回線を止めました')
  expect(done.text).toContain('登録したパスキーは、まだありません')
  const again = await browser.open('/mypage/user/passkey/lost.html')
  expect(again.text).toContain('消すパスキーはありません')
})
