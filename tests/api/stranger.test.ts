import { beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { hashSecret } from '#backend/db/ids.ts'
import { appOver } from './app.ts'
import { codeAt, received } from './contact-codes.ts'
import { makeMember, setProfile } from './members.ts'
import { notify, phonesOf, tellsAll } from './phones.ts'
import { codeOf } from './refusals.ts'
import { rowsOf } from './rows.ts'
import { makeAuthenticator, type Authenticator } from './authenticator.ts'
import { moveDesk } from './phone-moves.ts'
import { simDesk } from './sim-orders.ts'
import { useHarness } from './use-harness.ts'
import { runTasksLike } from './tasks.ts'

const START = '2026-11-20T10:20:00+09:00'
const harness = await useHarness(START)
beforeEach(() => harness.clock.set(START))

const desk = simDesk(harness, 'desk')
const moves = moveDesk(harness, 'moving')
let serial = 0

/** A member with one voice line, who is logged in on the device used for years; and somebody else's new browser. */
async function victim() {
  const loginId = `victim${(serial += 1)}`
  const known = await harness.signIn(loginId, undefined, false, { secret: undefined })
  const made = await makeMember(harness, { loginId, lines: [{ kind: 'voice' }] })
  const email = `${loginId}@old.example.jp`
  const phone = `0908000${String(1000 + serial)}`
  await setProfile(harness, made.accountId, {
    lastName: '髙橋',
    firstName: '花子',
    birthYear: '1990',
    birthMonth: '4',
    birthDay: '1',
    zipCode: '1000001',
    region: '東京都',
    locality: '千代田区千代田',
    street: '1-1',
    email,
    phone,
  })
  const [lineId = ''] = made.lineIds
  const stranger = (hasCode: boolean) =>
    harness.signIn(loginId, undefined, hasCode, { secret: 'somebody-elses' })
  const home = () => harness.signIn(loginId, undefined, false, { secret: known.device?.secret })
  return { ...made, loginId, email, phone, lineId, stranger, home }
}

async function portOut(call: Call, lineId: string) {
  const { conditions } = await call(api.portOutPaymentGet, { query: { lineId } })
  return call(api.portOutIssuanceRequestPost, { body: { lineId, conditions, agreed: true } })
}

const change = (call: Call, changes: object) =>
  call(api.userEditRegisterPost, { body: { step: 'submit', changes } })

/** What has gone to the carrier, or waits to. */
const exchangesOf = (contractId: string) =>
  rowsOf(harness, 'carrier_exchange', ['state'], { contract_id: contractId }, 'created_at')

async function taskHolds(at: string) {
  harness.clock.set(at)
  await runTasksLike(harness, /^holds/)
  await harness.drain()
}

async function moveBy(call: Call, lineId: string, proof: 'passkey' | 'chip' | 'wait') {
  const { conditions } = await call(api.phoneMoveEstimateGet, { query: { lineId } })
  return call(api.phoneMovePost, { body: { lineId, conditions, proof } })
}

const linkIn = (texts: string[]) => /\/auth\/stop\?t=([\w-]+)/.exec(texts.join('\n'))?.[1] ?? ''

describe('パスワードだけを知っている他人は', () => {
  test('SIM、転出、連絡先、カード、連携、eSIMのどれにも手を出せず、そのログインは会員のすべての連絡先に知らされる', async () => {
    const member = await victim()
    const { call } = await member.stranger(false)
    const { lineId } = member
    const tries: Record<string, () => Promise<unknown>> = {
      再発行: () => desk.orderCard(call, lineId),
      eSIM再発行: () => desk.orderEsim(call, lineId),
      追加: () => desk.orderLine(call, 'data', 'nano'),
      種別変更: () => desk.orderKind(call, lineId, 'data', 'nano'),
      転出: () => portOut(call, lineId),
      メールアドレス: () => change(call, { email: 'thief@example.com' }),
      電話番号: () => change(call, { phone: '08011112222' }),
      住所: () => change(call, { street: '9-9' }),
      カード: () =>
        call(api.billingPaymentMethodPost, { body: { back: '/mypage/billing/card.html' } }),
      ポイント連携: () =>
        call(api.linkRidRegisterPost, {
          body: { step: 'begin', back: '/mypage/point.html' },
        }),
      eSIMの開通情報: () => call(api.esimActivationGet, { query: { lineId } }),
      待つ移行: () => moveBy(call, lineId, 'wait'),
    }
    const got: Record<string, string> = {}
    for (const [name, tried] of Object.entries(tries)) got[name] = await codeOf(tried())
    expect(got).toEqual(
      Object.fromEntries(Object.keys(tries).map((name) => [name, 'SECOND_FACTOR_REQUIRED'])),
    )

    expect(await exchangesOf(member.contractId)).toEqual([])
    expect((await call(api.userGet)).email).toBe(member.email)
    expect((await received(harness, member.email)).join()).toContain(
      'はじめての端末からログインがありました',
    )
    expect((await received(harness, member.phone)).join()).toContain('はじめての端末')
  })

  test('セキュリティのお知らせをSMSでも受け取る会員にも、はじめての端末からのログインはSMS1通で知らされる', async () => {
    const member = await victim()
    const { call } = await member.home()
    await call(api.noticeSettingPut, { body: { mail: [], sms: ['security'] } })
    await member.stranger(false)
    const texts = await received(harness, member.phone)
    expect(texts.filter((text) => text.includes('はじめての端末'))).toHaveLength(1)
  })

  test('はじめての端末から40回ログインされても、メールとSMSは24時間に5通ずつまでで、記録にはすべて残る', async () => {
    const member = await victim()
    const before = (await received(harness, member.email)).length
    for (let n = 0; n < 8; n += 1) await member.stranger(false)
    const mails = (await received(harness, member.email)).slice(0, -before || undefined)
    expect(mails.filter((text) => text.startsWith('はじめての端末'))).toHaveLength(5)
    const texts = await received(harness, member.phone)
    expect(texts.filter((text) => text.includes('はじめての端末'))).toHaveLength(5)
    const { call } = await member.home()
    const { rows } = await call(api.loginHistoryGet, { query: {} })
    expect(rows.filter(({ newDevice }) => newDevice)).toHaveLength(8)
  })

  test('会員は、いつもの端末からそのログインを見つけ、終わらせられる', async () => {
    const member = await victim()
    const { secret } = await member.stranger(false)
    const { call } = await member.home()
    const { rows } = await call(api.loginHistoryGet, { query: {} })
    const found = rows.find(({ newDevice }) => newDevice)
    expect(rows.filter(({ newDevice }) => newDevice)).toHaveLength(1)
    expect(found).toMatchObject({ current: false, result: 'signedIn' })
    await call(api.loginHistoryDelete, { query: { loginId: found?.loginId ?? '' } })
    const { services, database, clock } = harness
    expect(await services.sessions.find(database.db, secret, clock.now())).toBeUndefined()
  })
})

describe('一度だけ確認コードも手に入れた他人が、新しい端末から', () => {
  test('SIMを頼んでも、何も回線設備に送られず、会員はお知らせのリンクで止められる', async () => {
    const member = await victim()
    const { call, secret } = await member.stranger(true)
    const { orderNo } = await desk.orderCard(call, member.lineId)
    await harness.drain()
    expect(await exchangesOf(member.contractId)).toEqual([{ state: 'held' }])
    const order = await call(api.orderGet, { query: { orderNo } })
    expect(order).toMatchObject({
      stateLabel: '安全のため保留中',
      next: { label: '手続きが進む日時', on: '2026-11-21T11:00:00+09:00' },
    })
    expect(order.message).toMatch(/^はじめてログインした端末からのお申し込みのため、/)
    // Sent after the hold, and so a day later than without it.
    expect(order.receipt.nextSteps.map(({ text, on }) => [text, on])).toEqual([
      ['安全のため、この時刻まで手続きを進めずにお待ちします。', '2026-11-21T11:00:00+09:00'],
      ['SIMが届きます。', '2026-11-23'],
      ['切り替えの日時を選べます。選ばれないときは自動で切り替えます。', '2026-12-01'],
    ])
    const mails = await received(harness, member.email)
    expect(mails.join()).toContain('「SIMのサイズ変更・再発行」を安全のため保留しています')
    expect((await received(harness, member.phone)).join()).toContain(
      '2026年11月21日（土）11:00まで',
    )

    const t = linkIn(mails)
    expect(await harness.visitor(api.holdsLinkGet, { query: { t } })).toMatchObject({
      state: 'held',
    })
    await harness.services.stopHeld(t, harness.clock.now())
    expect(await harness.visitor(api.holdsLinkGet, { query: { t } })).toMatchObject({
      state: 'stopped',
    })
    const { services, database, clock } = harness
    expect(await services.sessions.find(database.db, secret, clock.now())).toBeUndefined()

    await taskHolds('2026-11-21T12:00:00+09:00')
    expect(await exchangesOf(member.contractId)).toEqual([{ state: 'rejected' }])
    const home = await member.home()
    expect(await home.call(api.orderGet, { query: { orderNo } })).toMatchObject({
      state: 'cancelled',
      final: true,
    })
    expect((await received(harness, member.email)).join()).toContain('を止めました')
  })

  test('転出を頼んでも2時間は番号が出ず、会員はいつもの端末から止められる', async () => {
    const member = await victim()
    const { call } = await member.stranger(true)
    await portOut(call, member.lineId)
    await harness.drain()
    expect(await exchangesOf(member.contractId)).toEqual([{ state: 'held' }])

    const home = await member.home()
    const { holds } = await home.call(api.holdsGet)
    expect(holds).toMatchObject([{ label: 'MNP転出', until: '2026-11-20T13:00:00+09:00' }])
    await home.call(api.holdsStopPost, { body: { holdNo: holds[0]?.holdNo ?? '' } })
    await taskHolds('2026-11-20T14:00:00+09:00')
    expect(await exchangesOf(member.contractId)).toEqual([{ state: 'rejected' }])
    const again = await member.home()
    const { lines } = await again.call(api.portOutPossibleListGet)
    expect(lines[0]).toMatchObject({ allowed: true, request: { state: 'refused' } })
    expect(await again.call(api.holdsGet)).toEqual({ holds: [] })
  })

  test('連絡先を変えても、コードがそろっても変わらず、新旧の連絡先に止め方が届き、止められる', async () => {
    const member = await victim()
    const { call } = await member.stranger(true)
    const thief = 'thief@example.com'
    await change(call, { email: thief })
    for (const [which, contact] of [
      ['oldEmail', member.email],
      ['newEmail', thief],
    ] as const)
      await call(api.userEditRegisterPost, {
        body: { step: 'confirm', which, code: await codeAt(harness, contact) },
      })
    expect(await call(api.userEditStatusGet)).toMatchObject({
      state: 'submitted',
      stateLabel: '安全のため保留中',
    })
    for (const contact of [member.email, thief, member.phone])
      expect((await received(harness, contact)).join()).toContain('/auth/stop?t=')

    const home = await member.home()
    const { holds } = await home.call(api.holdsGet)
    await home.call(api.holdsStopPost, { body: { holdNo: holds[0]?.holdNo ?? '' } })
    await taskHolds('2026-11-21T12:00:00+09:00')
    const after = await member.home()
    expect(await after.call(api.userEditStatusGet)).toMatchObject({ state: 'withdrawn' })
    expect((await after.call(api.userGet)).email).toBe(member.email)
  })

  test('eSIMの開通情報とワンストップの同意は、24時間のあいだ受け付けない', async () => {
    const member = await victim()
    const { call } = await member.stranger(true)
    expect(await codeOf(call(api.esimActivationGet, { query: { lineId: member.lineId } }))).toBe(
      'NEW_DEVICE_WAIT',
    )
  })

  test('止められたあとにもう一度ログインしても、また新しい端末として待たされる', async () => {
    const member = await victim()
    const first = await member.stranger(true)
    await desk.orderCard(first.call, member.lineId)
    const home = await member.home()
    const { holds } = await home.call(api.holdsGet)
    await home.call(api.holdsStopPost, { body: { holdNo: holds[0]?.holdNo ?? '' } })
    harness.clock.set('2026-11-21T12:00:00+09:00')
    const { call } = await harness.signIn(member.loginId, undefined, true, first.device)
    await desk.orderCard(call, member.lineId)
    expect((await call(api.holdsGet)).holds).toHaveLength(1)
  })
})

/** A passkey of the member's, made at home two days ago: it has settled. */
async function withPasskey() {
  harness.clock.set('2026-11-18T10:20:00+09:00')
  const member = await victim()
  const key = makeAuthenticator()
  const { call } = await harness.signIn(
    member.loginId,
    undefined,
    true,
    (await member.home()).device,
  )
  await call(api.passkeysPost, { body: key.create(await call(api.passkeysBeginPost)) })
  harness.clock.set(START)
  return { ...member, key }
}

type Session = Awaited<ReturnType<typeof harness.signIn>>

/** Shows a passkey as the form of `/auth/passkey` does; the session goes on under its new id. */
async function show({ accountId, secret, call }: Session, key: Authenticator, faults = {}) {
  const response = key.get(await call(api.passkeysProofBeginPost), faults)
  const { services, database, clock } = harness
  const signedIn = await services.sessions.find(database.db, secret, clock.now())
  const { sessionHash = '' } = signedIn ?? {}
  const who = { actor: 'member', accountId, sessionHash, now: clock.now(), traceKey: 't' } as const
  const proved = await services.provePasskey(who, response)
  return 'secret' in proved ? harness.resume(proved.secret) : proved
}

describe('パスキーを持つ会員のパスワードとメールを手に入れた他人が、新しい端末から', () => {
  const orders = (contractId: string) => exchangesOf(contractId)

  test('自分のパスキーを追加できず、自分の鍵や別のサイトの返事を見せても、保留は外れない', async () => {
    const member = await withPasskey()
    const stranger = await member.stranger(true)
    expect(await codeOf(stranger.call(api.passkeysBeginPost))).toBe('NEW_DEVICE_WAIT')

    const own = makeAuthenticator()
    expect(await show(stranger, own)).toEqual({ failure: 'unknown' })
    // A member themselves, with a passkey of their own account.
    const { key: registered } = await withPasskey()
    expect(await show(stranger, registered)).toEqual({ failure: 'unknown' })
    const faults = { origin: 'https://hibiki-mobile.example.com' }
    expect(await show(stranger, member.key, faults)).toEqual({ failure: 'unverified' })

    await desk.orderCard(stranger.call, member.lineId)
    await harness.drain()
    expect(await orders(member.contractId)).toEqual([{ state: 'held' }])
  })

  test('会員がいつもの端末で押したパスキーの返事を横取りしても、自分のログインでは使えない', async () => {
    const member = await withPasskey()
    const home = await member.home()
    const stranger = await member.stranger(true)
    const response = member.key.get(await home.call(api.passkeysProofBeginPost))
    const { services, database, clock } = harness
    const found = await services.sessions.find(database.db, stranger.secret, clock.now())
    const sessionHash = found?.sessionHash ?? ''
    const { accountId } = stranger
    const now = clock.now()
    const who = { actor: 'member', accountId, sessionHash, now, traceKey: 't' } as const
    expect(await services.provePasskey(who, response)).toEqual({ failure: 'expired' })
    await desk.orderCard(stranger.call, member.lineId)
    await harness.drain()
    expect(await orders(member.contractId)).toEqual([{ state: 'held' }])
  })

  test('いつもの端末で一度だけ確認コードを使われてパスキーを足されても、24時間のあいだ新しい端末では役に立たず、会員が消せる', async () => {
    const member = await victim()
    const thief = makeAuthenticator()
    const device = (await member.home()).device
    const borrowed = await harness.signIn(member.loginId, undefined, true, device)
    const options = await borrowed.call(api.passkeysBeginPost)
    await borrowed.call(api.passkeysPost, { body: thief.create(options) })
    for (const contact of [member.email, member.phone])
      expect((await received(harness, contact)).join()).toContain('パスキーを追加しました')

    harness.clock.set('2026-11-21T10:19:00+09:00')
    const proved = await show(await member.stranger(false), thief)
    if (!('call' in proved)) throw new Error('the passkey was not taken')
    await desk.orderCard(proved.call, member.lineId)
    await harness.drain()
    expect(await orders(member.contractId)).toEqual([{ state: 'held' }])

    const home = await member.home()
    const { passkeys } = await home.call(api.passkeysGet)
    const query = { passkeyId: passkeys[0]?.passkeyId ?? '', reason: 'lost' } as const
    expect(await home.call(api.passkeysDelete, { query })).toMatchObject({ endedLogins: 1 })
    harness.clock.set('2026-11-21T10:21:00+09:00')
    const again = await member.stranger(false)
    expect(await codeOf(again.call(api.passkeysProofBeginPost))).toBe('NOT_FOUND')
  })

  test('ICチップの確認を始めても、カードがなければ何も外れない', async () => {
    const member = await withPasskey()
    const stranger = await member.stranger(true)
    const body = { back: '/mypage/top.html' }
    const { startUrl } = await stranger.call(api.identityProofPost, { body })
    const checkId = startUrl.split('/').at(-1) ?? ''
    const url = await harness.services.identity.start(member.accountId, checkId)
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    await fetch(url, { method: 'POST', redirect: 'manual', headers, body: 'outcome=mismatch' })
    await harness.services.identity.finish(member.accountId, checkId)
    await desk.orderCard(stranger.call, member.lineId)
    await harness.drain()
    expect(await orders(member.contractId)).toEqual([{ state: 'held' }])
  })
})

// By a letter: src/backend/phone-move/letter.api.test.ts.
describe('回線を自分のスマホに移そうとする他人は', () => {
  test('パスキーを持たず、確認コードを手に入れても24時間待たされ、コードは見られず、会員に止められる', async () => {
    const member = await victim()
    const { call } = await member.stranger(true)
    expect(await codeOf(moveBy(call, member.lineId, 'passkey'))).toBe('STRONG_PROOF_REQUIRED')
    const { orderNo } = await moveBy(call, member.lineId, 'wait')
    await harness.drain()
    expect(await exchangesOf(member.contractId)).toEqual([{ state: 'held' }])
    expect(await codeOf(call(api.phoneMoveCodeGet, { query: { orderNo } }))).toBe('NEW_DEVICE_WAIT')
    const mails = await received(harness, member.email)
    await harness.services.stopHeld(linkIn(mails), harness.clock.now())
    await taskHolds('2026-11-21T12:00:00+09:00')
    expect(await exchangesOf(member.contractId)).toEqual([{ state: 'rejected' }])
    const home = await member.home()
    expect(await home.call(api.phoneMoveGet, { query: { orderNo } })).toMatchObject({
      state: 'withdrawn',
      works: 'before',
    })
  })

  test('ICチップの確認を始めても、読み取るまで何も送られず、会員のカードを会員の画面で読ませても進まない', async () => {
    const member = await victim()
    const thief = await member.stranger(false)
    const { orderNo } = await moveBy(thief.call, member.lineId, 'chip')
    await harness.drain()
    expect(await exchangesOf(member.contractId)).toEqual([])
    const body = { orderNo, back: '/mypage/order.html' }
    const { startUrl } = await thief.call(api.identityCheckPost, { body })
    const home = await member.home()
    expect(await codeOf(home.call(api.identityCheckPost, { body }))).toBe(
      'IDENTITY_ON_OTHER_DEVICE',
    )
    // Lured to the thief's link: the way to the reader asks whose session it is.
    const checkId = startUrl.split('/').at(-1) ?? ''
    const { identity } = harness.services
    const led = await identity.start(member.accountId, checkId, hashSecret(home.secret))
    expect(led).toContain('identity=closed')
    await home.call(api.phoneMoveWithdrawPost, { body: { orderNo } })
    expect(await exchangesOf(member.contractId)).toEqual([])
  })

  test('会員の移行が進んでいても、コードを見ることも、切り替えることも、元に戻すこともできない', async () => {
    const mover = await moves.member()
    const { orderNo } = await moves.ready(mover)
    const answers = async (call: Call) => [
      await codeOf(call(api.phoneMoveCodeGet, { query: { orderNo } })),
      await codeOf(call(api.phoneMoveSwitchPost, { body: { orderNo } })),
      await codeOf(call(api.phoneMoveRollBackPost, { body: { orderNo } })),
    ]
    const device = { secret: 'somebody-elses' }
    const password = await harness.signIn(mover.loginId, undefined, false, device)
    expect(await answers(password.call)).toEqual(Array(3).fill('SECOND_FACTOR_REQUIRED'))
    const mailbox = await harness.signIn(mover.loginId, undefined, true, device)
    expect(await answers(mailbox.call)).toEqual(Array(3).fill('NEW_DEVICE_WAIT'))
  })
})

describe('パスワードとメールを手に入れた他人が、新しい端末から、アプリに', () => {
  const phones = phonesOf(harness)
  const addPhone = async (call: Call) => {
    const phone = await phones.make()
    const { endpoint, keys } = phone
    const { devices } = await call(api.pushPost, { body: { endpoint, ...keys, ...tellsAll } })
    return { phone, deviceId: devices[0]?.deviceId ?? '' }
  }

  test('通知を自分の端末に向けることも、会員の端末への通知を変えることも、止めることもできない', async () => {
    const member = await victim()
    const home = await member.home()
    const { phone, deviceId } = await addPhone(home.call)
    const { call } = await member.stranger(true)
    const own = await phones.make()
    const { endpoint, keys } = own
    const tries = [
      () => call(api.pushPost, { body: { endpoint, ...keys, ...tellsAll } }),
      () => call(api.pushPut, { body: { deviceId, ...tellsAll, kinds: [] } }),
      () => call(api.pushDelete, { query: { deviceId } }),
    ]
    const got: string[] = []
    for (const tried of tries) got.push(await codeOf(tried()))
    expect(got).toEqual(['NEW_DEVICE_WAIT', 'NEW_DEVICE_WAIT', 'NEW_DEVICE_WAIT'])

    await notify(harness, member.accountId)
    await harness.drain()
    expect(await phones.titles(phone.id)).toEqual([
      'はじめての端末からログインがありました',
      'データ残量のお知らせがあります',
    ])
    expect(await phones.received(own.id)).toEqual([])
  })

  test('端末に残した数字の鍵は、会員がそのログインを終わらせると、次にマイページを開いたときに消える。期限が切れただけなら残る', async () => {
    const member = await victim()
    const app = appOver(harness.services)
    const cleared = async (secret: string) => {
      const headers = { Cookie: `sid=${secret}; stored=key`, 'Sec-Fetch-Site': 'none' }
      const answer = await app.request('http://localhost:3000/mypage/top.html', { headers })
      return answer.headers.getSetCookie().some((cookie) => cookie.startsWith('stored=;'))
    }
    const { secret } = await member.stranger(false)
    expect(await cleared(secret)).toBe(false)
    const home = await member.home()
    const { rows } = await home.call(api.loginHistoryGet, { query: {} })
    const loginId = rows.find(({ newDevice }) => newDevice)?.loginId ?? ''
    await home.call(api.loginHistoryDelete, { query: { loginId } })
    expect(await cleared(secret)).toBe(true)
    harness.clock.set('2026-11-20T11:30:00+09:00')
    expect(await cleared(home.secret)).toBe(false)
  })

  test('ウィジェットのアドレスは作れず、会員のもののアドレスも読めない', async () => {
    const member = await victim()
    const home = await member.home()
    const { url } = await home.call(api.widgetsPost, { body: { name: '時計' } })
    const { call } = await member.stranger(true)
    expect(await codeOf(call(api.widgetsPost, { body: { name: '置き土産' } }))).toBe(
      'NEW_DEVICE_WAIT',
    )
    const listed = await call(api.widgetsGet)
    expect(listed.widgets).toHaveLength(1)
    expect(JSON.stringify(listed)).not.toContain(url.split('/w/')[1])
  })
})

describe('会員本人が', () => {
  test('新しい端末から頼んで保留になったSIMは、パスキーで確認すると、その場で進む', async () => {
    const member = await withPasskey()
    const phone = await member.stranger(true)
    const { orderNo } = await desk.orderCard(phone.call, member.lineId)
    const proved = await show(phone, member.key)
    if (!('call' in proved)) throw new Error('the passkey was not taken')
    await harness.drain()
    expect(await exchangesOf(member.contractId)).toEqual([{ state: 'accepted' }])
    expect((await proved.call(api.holdsGet)).holds).toEqual([])
    const order = await proved.call(api.orderGet, { query: { orderNo } })
    expect(order.stateLabel).not.toBe('安全のため保留中')
  })

  test('ほかの端末で頼まれて保留になったSIMは、いつもの端末や自分の新しい端末でパスキーを使っても進まない', async () => {
    const member = await withPasskey()
    const stranger = await member.stranger(true)
    await desk.orderCard(stranger.call, member.lineId)
    await show(await member.home(), member.key)
    const phone = { secret: 'a-new-phone-of-the-member' }
    await show(await harness.signIn(member.loginId, undefined, false, phone), member.key)
    await harness.drain()
    expect(await exchangesOf(member.contractId)).toEqual([{ state: 'held' }])
  })

  test('新しい端末から頼んだSIMは、止めなければ、言われた時刻に回線設備へ送られ、進む', async () => {
    const member = await victim()
    const { call } = await member.stranger(true)
    const { orderNo } = await desk.orderCard(call, member.lineId)
    await taskHolds('2026-11-21T10:00:00+09:00')
    expect(await exchangesOf(member.contractId)).toEqual([{ state: 'held' }])
    await taskHolds('2026-11-21T11:00:00+09:00')
    expect(await exchangesOf(member.contractId)).toEqual([{ state: 'accepted' }])
    await taskHolds('2026-11-21T12:00:00+09:00')
    expect(await exchangesOf(member.contractId)).toHaveLength(1)
    const later = await member.home()
    expect((await later.call(api.orderGet, { query: { orderNo } })).stateLabel).not.toBe(
      '安全のため保留中',
    )
  })

  test('新しい端末から変えた連絡先は、コードがそろっていれば、言われた時刻に変わる', async () => {
    const member = await victim()
    const { call } = await member.stranger(true)
    const own = `${member.loginId}@new.example.jp`
    await change(call, { email: own })
    for (const [which, contact] of [
      ['oldEmail', member.email],
      ['newEmail', own],
    ] as const)
      await call(api.userEditRegisterPost, {
        body: { step: 'confirm', which, code: await codeAt(harness, contact) },
      })
    await taskHolds('2026-11-21T11:00:00+09:00')
    const later = await member.home()
    expect((await later.call(api.userGet)).email).toBe(own)
  })

  test('はじめてのログインと、いつもの端末と、1日たった端末では、待たされない', async () => {
    const member = await victim()
    const home = await harness.signIn(member.loginId, undefined, true, (await member.home()).device)
    await desk.orderCard(home.call, member.lineId)
    expect((await home.call(api.holdsGet)).holds).toEqual([])

    const other = await victim()
    const { device } = await other.stranger(false)
    harness.clock.set('2026-11-21T10:20:00+09:00')
    const { call } = await harness.signIn(other.loginId, undefined, true, device)
    await desk.orderCard(call, other.lineId)
    expect((await call(api.holdsGet)).holds).toEqual([])
  })

  test('保留中のSIMを自分で取り消すと、すぐに終わり、時刻が来ても送られない', async () => {
    const member = await victim()
    const { call } = await member.stranger(true)
    const { orderNo } = await desk.orderCard(call, member.lineId)
    expect(await call(api.orderDelete, { query: { orderNo } })).toMatchObject({
      state: 'cancelled',
    })
    await taskHolds('2026-11-21T12:00:00+09:00')
    expect(await exchangesOf(member.contractId)).toEqual([{ state: 'rejected' }])
  })
})
