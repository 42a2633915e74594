import { afterAll, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { pages, phoneMovePage } from '#vocabulary/pages.ts'
import { startLetters } from '#demo/stand-ins/letter/start.ts'
import { makeAuthenticator } from './authenticator.ts'
import { atReader } from './outside-pages.ts'
import { openPages } from './pages.ts'
import { moveDesk } from './phone-moves.ts'
import { useHarness } from './use-harness.ts'

// A move as a browser without script walks it; with script and axe: tests/e2e/phone-move.e2e.ts.

const START = '2026-12-01T10:00:00+09:00'
const SECRET = 'letters-secret-letters-secret'
const letters = await startLetters({
  port: 0,
  dataFile: ':memory:',
  now: () => harness.clock.now(),
  secret: SECRET,
})
const harness = await useHarness(START, { LETTER_URL: letters.url, LETTER_SECRET: SECRET })
afterAll(() => letters.close())
const browse = await openPages(harness)
const desk = moveDesk(harness, 'walk')

/** Logged in by password alone, half an hour ago, on the device used for years: every proof is still to be shown. */
async function byPassword() {
  harness.clock.set('2026-11-27T10:00:00+09:00')
  const member = await desk.member()
  const bought = await harness.signIn(member.loginId, undefined, true, { secret: undefined })
  const device = { secret: bought.device?.secret }
  harness.clock.set('2026-11-29T10:00:00+09:00')
  const first = await harness.signIn(member.loginId, undefined, true, device)
  const key = makeAuthenticator()
  await first.call(api.passkeysPost, {
    body: key.create(await first.call(api.passkeysBeginPost)),
  })
  harness.clock.set(START)
  const before = harness.clock.now().subtract({ minutes: 20 })
  const old = await harness.signIn(member.loginId, before, false, device)
  const fresh = () => harness.signIn(member.loginId, undefined, false, device)
  return { ...member, device, old, fresh, key }
}

const wayBack = (leadsTo = '') => {
  const { pathname, searchParams } = new URL(leadsTo, 'http://localhost')
  expect(pathname).toBe('/auth/login')
  return { proof: searchParams.get('proof'), back: searchParams.get('back') ?? '' }
}

test('スクリプトなしで、ICチップを読んでコードに着き、切り替え、元に戻し、もう一度移せる。確認の寄り道をしても、入力した機種は残る', async () => {
  const member = await byPassword()
  const choice = await browse(member.old).open(pages.phoneMove)
  const proof = await choice.press('次へ', { phone: 'Pixel 10', lineId: member.lineId })
  expect(proof.text).toContain('手順 2/4：ご本人の確認')
  expect(proof.text).toContain('Google Pixel 10（eSIMが使えます）')
  expect(proof.text).toContain('1年に2回まで無料（あと2回）')
  const asked = await proof.press('確かめて進む', { proof: 'chip' })
  const way = wayBack(asked.leadsTo)
  expect(way.proof).toBe('freshLogin')

  const owner = await member.fresh()
  const browser = browse(owner)
  const here = await browser.open(way.back)
  expect([here.valueOf('phone'), here.valueOf('proof')]).toEqual(['Pixel 10,Pixel 10', 'chip,chip'])
  const begun = await here.press('お手続きを続ける')
  expect(begun.text).toContain('手順 2/4：ご本人の確認')
  const screen = begun.url.pathname + begun.url.search
  const orderNo = begun.url.searchParams.get('no') ?? ''
  const reader = await begun.press('ICチップの読み取りに進む')
  const read = await browser.open(await atReader(reader.leadsTo ?? '', 'matched'))
  expect(read.url.pathname + read.url.search).toBe(screen)
  await desk.after({ seconds: 30 })

  const code = await browser.open(screen)
  expect(code.text).toContain('手順 3/4：読み取り')
  expect(code.text).toContain('LPA:1$')
  await desk.read(await desk.codeIn({ ...member, ...owner }, orderNo), {
    maker: 'Google',
    name: 'Google Pixel 10',
  })
  await desk.after({ seconds: 30 })
  const seen = await code.follow('新しいスマホを待っています…')
  const switching = await seen.press('新しいスマホに切り替える')
  expect(switching.text).toContain('切り替え中')
  await desk.after({ seconds: 10 })
  const switched = await switching.follow('最新の状況を見る')
  expect(switched.text).toContain('12月2日（水）10:01まで、元に戻せます')

  const top = await browser.open(pages.top)
  expect(top.text).toContain('新しいスマホへの移行：切り替え済み')
  expect(top.text).toContain('12月2日（水）10:01まで、元のスマホに戻せます')
  expect((await top.follow('移行の画面を開く')).url.search).toContain(orderNo)

  const back = await switched.press('元のスマホに戻す')
  await desk.after({ seconds: 10 })
  const before = await back.follow('最新の状況を見る')
  expect(before.text).toContain('元のスマホで使えます')
  expect((await browser.open(pages.top)).text).not.toContain('新しいスマホへの移行')
  const again = await before.follow('もう一度、新しいスマホに移す')
  const second = await again.press('次へ', { lineId: member.lineId })
  const once = await second.press('確かめて進む', { proof: 'chip' })
  expect(once.buttons).toContain('ICチップの読み取りに進む')
})

test('パスキーの確認に寄り道をして戻ると、選んだ回線と機種のまま続き、待たずに準備が始まる', async () => {
  const member = await byPassword()
  const choice = await browse(member.old).open(pages.phoneMove)
  const proof = await choice.press('次へ', { phone: 'Pixel 10', lineId: member.lineId })
  const way = wayBack((await proof.press('確かめて進む', { proof: 'passkey' })).leadsTo)
  expect(way.proof).toBe('strong')

  const assertion = member.key.get(await member.old.call(api.passkeysProofBeginPost))
  const { services, database, clock } = harness
  const now = clock.now()
  const signedIn = await services.sessions.find(database.db, member.old.secret, now)
  const { accountId } = member
  const sessionHash = signedIn?.sessionHash ?? ''
  const who = { actor: 'member', accountId, sessionHash, now, traceKey: 't' } as const
  const proved = await services.provePasskey(who, assertion)
  if (!('secret' in proved)) throw new Error('the passkey was not taken')

  const here = await browse(harness.resume(proved.secret)).open(way.back)
  expect(here.text).toContain('確かめました。このまま進めます。')
  const begun = await here.press('お手続きを続ける')
  expect(begun.text).toContain('手順 3/4：読み取り')
  const orderNo = begun.url.searchParams.get('no') ?? ''
  expect(await desk.exchangesOf(orderNo)).toEqual([{ state: 'requested' }])
  const { call } = harness.resume(proved.secret)
  expect((await call(api.phoneMoveGet, { query: { orderNo } })).phone).toEqual({
    maker: 'Google',
    name: 'Google Pixel 10',
  })
})

test('手紙を頼み、届いた確認コードを入力すると、ログインし直す寄り道をしても、入力したコードのまま進む', async () => {
  const member = await byPassword()
  const choice = await browse(await member.fresh()).open(pages.phoneMove)
  const proof = await choice.press('次へ', { lineId: member.lineId })
  expect(proof.text).toContain(
    '東京都千代田区千代田＊＊＊に、確認コードを簡易書留でお送りします（無料）',
  )
  const asked = await proof.press('確かめて進む', { proof: 'letter' })
  expect(asked.text).toContain('あと5回まで入力できます')
  const screen = asked.url.pathname + asked.url.search
  await desk.workAt('2026-12-01T11:00:00+09:00')
  const [, code = ''] =
    /確認コード：(\d{4} \d{4})/u.exec(await (await fetch(letters.url)).text()) ?? []

  await desk.workAt('2026-12-03T10:00:00+09:00')
  const wrong = await (
    await browse(await member.fresh()).open(screen)
  ).press('確認コードを確かめる', { letterCode: '0000 0000' })
  expect(wrong.fieldErrors).toEqual([
    '手紙の確認コードが違います。手紙のコードを確認して、入力し直してください。あと4回まで入力できます。',
  ])
  expect(wrong.valueOf('letterCode')).toBe('0000 0000')

  const before = harness.clock.now().subtract({ minutes: 20 })
  const old = await harness.signIn(member.loginId, before, false, member.device)
  const late = await (
    await browse(old).open(screen)
  ).press('確認コードを確かめる', {
    letterCode: code,
  })
  const way = wayBack(late.leadsTo)
  expect(way.proof).toBe('freshLogin')
  const here = await browse(await member.fresh()).open(way.back)
  const done = await here.press('お手続きを続ける')
  expect(done.text).toContain('新しいスマホに入れるeSIMを準備しています')
})

test('パスキーのない人と、追加したばかりの人には、パスキーがはじめから選ばれていることも、選べることもない', async () => {
  harness.clock.set(START)
  const member = await desk.member()
  const session = await harness.signIn(member.loginId)
  const proof = async () => {
    const choice = await browse(session).open(pages.phoneMove)
    return choice.press('次へ', { lineId: member.lineId })
  }
  const without = await proof()
  expect(without.checked).toEqual([])
  expect(without.text).toContain('登録したパスキーはありません。')
  const missing = await without.press('確かめて進む')
  expect(missing.fieldErrors).toHaveLength(1)

  const body = makeAuthenticator().create(await session.call(api.passkeysBeginPost))
  await session.call(api.passkeysPost, { body })
  const young = await proof()
  expect(young.checked).toEqual([])
  expect(young.text).toContain('追加したばかりのパスキーは、2026年12月2日（水）10:00から使えます。')
  harness.clock.set('2026-12-02T10:30:00+09:00')
  const later = await browse(await harness.signIn(member.loginId)).open(pages.phoneMove)
  expect((await later.press('次へ', { lineId: member.lineId })).checked).toEqual(['proof=passkey'])
  harness.clock.set(START)
})

test('どれも使えないときは、2つめの手順のまま24時間待ち、取りやめられる', async () => {
  const member = await byPassword()
  const sure = await harness.signIn(member.loginId)
  const choice = await browse(sure).open(pages.phoneMove)
  const proof = await choice.press('次へ', { lineId: member.lineId })
  const waits = await proof.press('確かめて進む', { proof: 'wait' })
  expect(waits.text).toContain('手順 2/4：ご本人の確認')
  expect(waits.text).toContain('手続きを進めずにお待ちしています')
  const over = await waits.press('移行を取りやめる')
  expect(over.text).toContain('移行を取りやめました')
})

test('元に戻せる24時間が過ぎると、マイページの先頭は7日のあいだ、どのSIMで使えるかと、前のスマホをまた使う方法を伝える', async () => {
  harness.clock.set(START)
  const member = await desk.member()
  const { orderNo } = await desk.moved(member)
  const other = await desk.member()
  await desk.moved(other)
  await desk.workAt('2026-12-02T10:30:00+09:00')
  const top = async () => (await browse(await harness.signIn(member.loginId)).open(pages.top)).text
  expect(await top()).toContain(
    '元のスマホに戻せる24時間が過ぎ、新しいスマホへの移行が完了しました。',
  )
  expect(await top()).toContain('前のスマホのSIMカードは、もう使えません。')
  expect(await top()).not.toContain('元のスマホに戻せます')
  const here = await browse(await harness.signIn(member.loginId)).open(phoneMovePage(orderNo))
  expect(here.text).toContain('前のスマホをまた使うときは、もう一度「新しいスマホに移す」で')
  expect(here.buttons).toEqual([])
  const again = await here.follow('もう一度「新しいスマホに移す」')
  expect(again.buttons).toContain('次へ')

  // What holds now is no longer what the move brought about.
  await desk.again(other)
  await desk.orderCard(other.call, other.lineId)
  const ordered = await browse(await harness.signIn(other.loginId)).open(pages.top)
  expect(ordered.text).not.toContain('新しいスマホへの移行')
  await desk.workAt('2026-12-09T09:00:00+09:00')
  expect(await top()).toContain('新しいスマホへの移行：完了')
  await desk.workAt('2026-12-09T11:00:00+09:00')
  expect(await top()).not.toContain('新しいスマホへの移行')
})
