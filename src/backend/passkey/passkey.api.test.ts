import { beforeEach, describe, expect, test } from 'vitest'
import { listFinding } from '#backend/finding.ts'
import type { Db } from '#backend/db/connect.ts'
import { decideReview, openCompared, type Decision } from '#backend/identity/public.ts'
import type { Assertion } from '#protocol/passkey.ts'
import { api } from '#protocol/index.ts'
import { makeAuthenticator, type Authenticator } from '#tests/api/authenticator.ts'
import { received } from '#tests/api/contact-codes.ts'
import { makeMember, setProfile } from '#tests/api/members.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { approvedByMail, byStaff } from '#tests/api/reviews.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { passkeyFindings } from './findings.ts'

const NOW = '2026-11-24T10:42:00+09:00'
const LATER = '2026-11-26T10:42:00+09:00'
const harness = await useHarness(NOW)
beforeEach(() => harness.clock.set(NOW))

let serial = 0

const person = {
  lastName: '髙橋',
  firstName: '花子',
  birthYear: '1990',
  birthMonth: '4',
  birthDay: '1',
  zipCode: '1000001',
  region: '東京都',
  locality: '千代田区千代田',
  street: '1-1',
}

/** A member in the browser used for years, proved by the mailed code just now. */
async function someone() {
  const loginId = `key${(serial += 1)}`
  const first = await harness.signIn(loginId, undefined, false, { secret: undefined })
  const made = await makeMember(harness, { loginId, lines: [{ kind: 'voice' }] })
  const email = `${loginId}@old.example.jp`
  const phone = `0908001${String(1000 + serial)}`
  await setProfile(harness, made.accountId, { ...person, email, phone })
  const home = (hasCode: boolean) =>
    harness.signIn(loginId, undefined, hasCode, { secret: first.device?.secret })
  const elsewhere = (hasCode: boolean) =>
    harness.signIn(loginId, undefined, hasCode, { secret: 'another-phone' })
  return { ...made, loginId, email, phone, home, elsewhere }
}

type Session = Awaited<ReturnType<typeof harness.signIn>>

async function add({ call }: Session, device: Authenticator) {
  const options = await call(api.passkeysBeginPost)
  return call(api.passkeysPost, { body: device.create(options) })
}

/** The browser's form of the proof: `/auth/passkey` without the cookies around it. */
async function send({ accountId, secret }: Session, response: Assertion) {
  const { services, database, clock } = harness
  const signedIn = await services.sessions.find(database.db, secret, clock.now())
  const sessionHash = signedIn?.sessionHash ?? 'over'
  const who = { actor: 'member', accountId, sessionHash, now: clock.now(), traceKey: 't' } as const
  return services.provePasskey(who, response)
}

async function show(session: Session, device: Authenticator, faults = {}) {
  const options = await session.call(api.passkeysProofBeginPost)
  return send(session, device.get(options, faults))
}

/** What the session is proved by, as its next request would find it. */
async function standing(secret: string | undefined) {
  const { services, database, clock } = harness
  const found = await services.sessions.find(database.db, secret ?? '', clock.now())
  return (
    found && {
      secondFactor: found.secondFactorAt?.toString() ?? null,
      strong: found.strongProofAt?.toString() ?? null,
      knownFrom: found.deviceKnownFrom?.toString() ?? null,
    }
  )
}

const secretOf = (proved: Awaited<ReturnType<typeof show>>) =>
  'secret' in proved ? proved.secret : undefined

const states = async (accountId: string) =>
  (await rowsOf(harness, 'passkey', ['state'], { account_id: accountId }, 'added_at')).map(
    ({ state }) => state,
  )

describe('パスキーを追加すると', () => {
  test('一覧に端末の名前で載り、すべての連絡先に知らされ、名前を変えられる', async () => {
    const member = await someone()
    const session = await member.home(true)
    const added = await add(session, makeAuthenticator())
    expect(added).toMatchObject({
      name: 'その他の端末',
      state: 'active',
      isSynced: true,
      addedAt: NOW,
      settlesAt: '2026-11-25T10:42:00+09:00',
      isThisDevice: true,
    })
    expect((await received(harness, member.email)).join()).toContain('パスキーを追加しました')
    expect((await received(harness, member.phone)).join()).toContain('パスキーを追加しました')

    const body = { passkeyId: added.passkeyId, name: '健一のスマホ' }
    await session.call(api.passkeysNamePut, { body })
    expect(await session.call(api.passkeysGet)).toMatchObject({
      passkeys: [{ name: '健一のスマホ' }],
      limit: 10,
    })
  })

  test('確認コードのないログインと、はじめての端末からは追加できない', async () => {
    const member = await someone()
    const bare = await member.home(false)
    expect(await codeOf(bare.call(api.passkeysBeginPost))).toBe('SECOND_FACTOR_REQUIRED')
    const stranger = await member.elsewhere(true)
    expect(await codeOf(stranger.call(api.passkeysBeginPost))).toBe('NEW_DEVICE_WAIT')
  })

  test.each([
    ['ほかのサイトで作られた', { origin: 'https://hibiki-mobile.example.com' }],
    ['ほかのサイトの鍵として作られた', { rpId: 'example.com' }],
    ['指紋・顔・画面ロックで確認していない', { isVerified: false }],
  ])('%sものは登録しない', async (_, faults) => {
    const member = await someone()
    const { call } = await member.home(true)
    const options = await call(api.passkeysBeginPost)
    const body = makeAuthenticator().create(options, faults)
    expect(await codeOf(call(api.passkeysPost, { body }))).toBe('PASSKEY_NOT_VERIFIED')
    expect(await states(member.accountId)).toEqual([])
  })

  test('同じ返事をもう一度、5分あと、ほかのログインから送っても、登録しない', async () => {
    const member = await someone()
    const session = await member.home(true)
    const { call } = session
    const options = await call(api.passkeysBeginPost)
    const other = await member.home(true)
    const body = makeAuthenticator().create(options)
    expect(await codeOf(other.call(api.passkeysPost, { body }))).toBe('PASSKEY_CHALLENGE_OVER')
    await call(api.passkeysPost, { body })
    const again = makeAuthenticator().create(options)
    expect(await codeOf(call(api.passkeysPost, { body: again }))).toBe('PASSKEY_CHALLENGE_OVER')

    const late = await call(api.passkeysBeginPost)
    harness.clock.set('2026-11-24T10:47:00+09:00')
    const made = makeAuthenticator().create(late)
    expect(await codeOf(call(api.passkeysPost, { body: made }))).toBe('PASSKEY_CHALLENGE_OVER')
    expect(await states(member.accountId)).toEqual(['active'])
  })

  test('10個まで登録でき、11個目は断る', async () => {
    const member = await someone()
    const session = await member.home(true)
    for (let n = 0; n < 10; n += 1) await add(session, makeAuthenticator())
    expect(await codeOf(session.call(api.passkeysBeginPost))).toBe('PASSKEY_LIMIT')
  })

  test('ほかの会員が登録した鍵は、もう一度登録しない', async () => {
    const device = makeAuthenticator()
    await add(await (await someone()).home(true), device)
    const other = await (await someone()).home(true)
    expect(await codeOf(add(other, device))).toBe('PASSKEY_KNOWN')
  })
})

describe('パスキーで確認すると', () => {
  test('確認コードの代わりになり、ログインの番号が変わり、前の番号は使えなくなる', async () => {
    const member = await someone()
    const device = makeAuthenticator()
    await add(await member.home(true), device)
    harness.clock.set(LATER)
    const session = await member.home(false)
    const proved = await show(session, device)
    expect(proved).toMatchObject({ isStrong: true })
    expect(await standing(session.secret)).toBeUndefined()
    expect(await standing(secretOf(proved))).toMatchObject({
      secondFactor: '2026-11-26T01:42:00Z',
      strong: '2026-11-26T01:42:00Z',
    })
    expect((await member.home(false).then(({ call }) => call(api.passkeysGet))).passkeys).toEqual([
      expect.objectContaining({ lastUsedAt: LATER, isThisDevice: true }),
    ])
  })

  test('はじめての端末でも、その場でいつもの端末になり、すべての連絡先に知らされる', async () => {
    const member = await someone()
    const device = makeAuthenticator()
    await add(await member.home(true), device)
    harness.clock.set(LATER)
    const proved = await show(await member.elsewhere(false), device)
    expect(await standing(secretOf(proved))).toMatchObject({ knownFrom: '2026-11-26T01:42:00Z' })
    for (const contact of [member.email, member.phone])
      expect((await received(harness, contact)).join()).toContain(
        'はじめての端末を、ご本人の端末として確認しました',
      )
  })

  test('追加から24時間のあいだは、確認コードの代わりにはなるが、はじめての端末はいつもの端末にならない', async () => {
    const member = await someone()
    const device = makeAuthenticator()
    await add(await member.home(true), device)
    harness.clock.set('2026-11-25T10:41:00+09:00')
    const proved = await show(await member.elsewhere(false), device)
    expect(proved).toMatchObject({ isStrong: false })
    expect(await standing(secretOf(proved))).toEqual({
      secondFactor: '2026-11-25T01:41:00Z',
      strong: null,
      knownFrom: '2026-11-26T01:41:00Z',
    })
  })

  test('使えるようになったパスキーで確認してから追加したものは、すぐに新しい端末の確認に使える', async () => {
    const member = await someone()
    const device = makeAuthenticator()
    await add(await member.home(true), device)
    harness.clock.set(LATER)
    const session = await member.home(false)
    const proved = await show(session, device)
    const { call: strong } = harness.resume(secretOf(proved) ?? '')
    const options = await strong(api.passkeysBeginPost)
    const body = makeAuthenticator().create(options)
    expect((await strong(api.passkeysPost, { body })).settlesAt).toBeUndefined()
  })

  test.each([
    ['ほかのサイトで押された', { origin: 'https://hibiki-mobile.example.com' }],
    ['ほかのサイトのために作られた', { rpId: 'example.com' }],
    ['指紋・顔・画面ロックで確認していない', { isVerified: false }],
    ['署名が違う', { signature: 'MEUCIQ' }],
  ])('%s返事では、確認したことにならない', async (_, faults) => {
    const member = await someone()
    const device = makeAuthenticator()
    await add(await member.home(true), device)
    harness.clock.set(LATER)
    const session = await member.home(false)
    expect(await show(session, device, faults)).toEqual({ failure: 'unverified' })
    expect(await standing(session.secret)).toMatchObject({ secondFactor: null, strong: null })
  })

  test('同じ返事をもう一度、5分あと、ほかのログインや会員から送っても、確認したことにならない', async () => {
    const member = await someone()
    const device = makeAuthenticator()
    await add(await member.home(true), device)
    harness.clock.set(LATER)
    const session = await member.home(false)
    const other = await member.home(false)
    const options = await session.call(api.passkeysProofBeginPost)
    expect(await send(other, device.get(options))).toEqual({ failure: 'expired' })
    const response = device.get(options)
    const proved = await send(session, response)
    const next = { ...session, secret: secretOf(proved) ?? '' }
    expect(await send(next, response)).toEqual({ failure: 'expired' })

    const late = await other.call(api.passkeysProofBeginPost)
    harness.clock.set('2026-11-26T10:47:00+09:00')
    expect(await send(other, device.get(late))).toEqual({ failure: 'expired' })
  })

  test('しくじった返事も番号を使い切り、同じ番号の正しい返事は、あとから送っても通らない', async () => {
    const member = await someone()
    const device = makeAuthenticator()
    await add(await member.home(true), device)
    const session = await member.home(false)
    const options = await session.call(api.passkeysProofBeginPost)
    const wrong = device.get(options, { signature: 'MEUCIQ' })
    expect(await send(session, wrong)).toEqual({ failure: 'unverified' })
    expect(await send(session, device.get(options))).toEqual({ failure: 'expired' })
  })

  test('ほかの会員のパスキーと、消したパスキーでは、確認できない', async () => {
    const member = await someone()
    const [own, removed, others] = [makeAuthenticator(), makeAuthenticator(), makeAuthenticator()]
    const session = await member.home(true)
    await add(session, own)
    const { passkeyId } = await add(session, removed)
    await add(await (await someone()).home(true), others)
    await session.call(api.passkeysDelete, { query: { passkeyId } })
    expect(await show(session, others)).toEqual({ failure: 'unknown' })
    expect(await show(session, removed)).toEqual({ failure: 'unknown' })
    expect(await show(session, own)).toMatchObject({ isStrong: false })
  })

  test('2つの画面で同時に確認すると、先の1つだけが通り、後の画面は開き直すと確認済みになっている', async () => {
    const member = await someone()
    const device = makeAuthenticator()
    await add(await member.home(true), device)
    const session = await member.home(false)
    const [one, two] = [
      await session.call(api.passkeysProofBeginPost),
      await session.call(api.passkeysProofBeginPost),
    ]
    const outcomes = await Promise.all([
      send(session, device.get(one)),
      send(session, device.get(two)),
    ])
    expect(outcomes.filter((outcome) => 'secret' in outcome)).toHaveLength(1)
    const secret = outcomes.map(secretOf).find((found) => found !== undefined)
    expect((await harness.resume(secret ?? '').call(api.proofGet)).secondFactor).toBe(true)
  })
})

describe('回数を数えるパスキーの回数が進んでいないとき', () => {
  test('複製されたおそれがあるとして止め、連絡先に知らせ、担当者の一覧に載せ、消すと一覧からなくなる', async () => {
    const member = await someone()
    const device = makeAuthenticator({ isCounting: true })
    const session = await member.home(true)
    const { passkeyId } = await add(session, device)
    const next = { ...session, secret: secretOf(await show(session, device)) ?? '' }
    const { call } = harness.resume(next.secret)
    const options = await call(api.passkeysProofBeginPost)
    expect(await send(next, device.get(options, { counter: 2 }))).toEqual({ failure: 'stopped' })
    expect(await states(member.accountId)).toEqual(['stopped'])
    expect((await received(harness, member.email)).join()).toContain('パスキーを止めました')
    const found = () => {
      const finding = { ...passkeyFindings['passkey-stopped'], name: 'passkey-stopped' }
      return listFinding(harness.database.db, finding, harness.clock.now())
    }
    expect((await found()).map(({ ref }) => ref)).toContain(passkeyId)
    // The true device counts on, and is not believed either: nobody knows which of the two it is.
    expect(await codeOf(call(api.passkeysProofBeginPost))).toBe('NOT_FOUND')
    await call(api.passkeysDelete, { query: { passkeyId } })
    expect((await found()).map(({ ref }) => ref)).not.toContain(passkeyId)
  })

  test('署名のない返事に小さな回数を書いても、止められない', async () => {
    const member = await someone()
    const device = makeAuthenticator({ isCounting: true })
    const session = await member.home(true)
    await add(session, device)
    const faults = { counter: 0, signature: 'MEUCIQ' }
    expect(await show(session, device, faults)).toEqual({ failure: 'unverified' })
    expect(await states(member.accountId)).toEqual(['active'])
  })
})

describe('パスキーを消すと', () => {
  test('すべての連絡先に知らされ、なくした端末のログインも切れ、その端末はまたはじめての端末になる', async () => {
    const member = await someone()
    const device = makeAuthenticator()
    await add(await member.home(true), device)
    harness.clock.set(LATER)
    const lost = await show(await member.elsewhere(false), device)
    const session = await member.home(false)
    const { passkeys } = await session.call(api.passkeysGet)
    const query = { passkeyId: passkeys[0]?.passkeyId ?? '', reason: 'lost' } as const
    expect(await session.call(api.passkeysDelete, { query })).toMatchObject({
      passkeys: [],
      endedLogins: 1,
    })
    expect(await standing(secretOf(lost))).toBeUndefined()
    expect(await standing(session.secret)).toBeDefined()
    expect((await received(harness, member.email)).join()).toContain('パスキーを消しました')
    const again = await member.elsewhere(true)
    expect((await again.call(api.proofGet)).knownFrom).toBe('2026-11-27T10:42:00+09:00')
  })

  test('10分より前のログインからは消せず、ほかの会員のものは、ないものとして断る', async () => {
    const member = await someone()
    const { passkeyId } = await add(await member.home(true), makeAuthenticator())
    const old = await member.home(false)
    harness.clock.set('2026-11-24T10:53:00+09:00')
    const query = { passkeyId }
    expect(await codeOf(old.call(api.passkeysDelete, { query }))).toBe('FRESH_LOGIN_REQUIRED')
    const stranger = await (await someone()).home(true)
    const body = { passkeyId, name: 'x' }
    expect(await codeOf(stranger.call(api.passkeysDelete, { query }))).toBe('NOT_FOUND')
    expect(await codeOf(stranger.call(api.passkeysNamePut, { body }))).toBe('NOT_FOUND')
    expect(await states(member.accountId)).toEqual(['active'])
  })
})

describe('パスキーが1つも使えないとき、本人確認書類のICチップで', () => {
  const BACK = '/mypage/user/prove.html?proof=strong'

  /** The member's part at the reader. */
  async function read({ accountId, call }: Session, outcome: string) {
    const { startUrl } = await call(api.identityProofPost, { body: { back: BACK } })
    const checkId = startUrl.split('/').at(-1) ?? ''
    const url = await harness.services.identity.start(accountId, checkId)
    await fetch(url)
    const body = new URLSearchParams({ outcome }).toString()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    await fetch(url, { method: 'POST', redirect: 'manual', headers, body })
    return harness.services.identity.finish(accountId, checkId)
  }

  test('確認すると、はじめての端末がその場でいつもの端末になり、すぐ使えるパスキーを追加できる', async () => {
    const member = await someone()
    const session = await member.elsewhere(true)
    expect(await read(session, 'matched')).toBe(BACK)
    expect(await standing(session.secret)).toEqual({
      secondFactor: '2026-11-24T01:42:00Z',
      strong: '2026-11-24T01:42:00Z',
      knownFrom: '2026-11-24T01:42:00Z',
    })
    expect(await session.call(api.identityProofGet)).toMatchObject({ check: { state: 'matched' } })
    expect((await received(harness, member.email)).join()).toContain('本人確認書類のICチップ')
    expect((await add(session, makeAuthenticator())).settlesAt).toBeUndefined()
  })

  test('書類の名前や住所が違えば、3回読んでも確認したことにならない', async () => {
    const member = await someone()
    const session = await member.elsewhere(true)
    for (let n = 0; n < 3; n += 1) await read(session, 'mismatch')
    expect(await standing(session.secret)).toMatchObject({ strong: null })
    expect(await codeOf(read(session, 'matched'))).toBe('WRONG_STATE')
  })

  /** Read three times in vain, and decided by staff two hours later. */
  async function decidedByStaff(decision: Decision) {
    const member = await someone()
    const session = await member.elsewhere(true)
    for (let n = 0; n < 3; n += 1) await read(session, 'mismatch')
    const check = { account_id: member.accountId, state: 'manual' }
    const [found] = await rowsOf(harness, 'identity_check', ['check_id'], check)
    harness.clock.set('2026-11-24T12:42:00+09:00')
    const decide = (tx: Db) =>
      decideReview(tx, harness.services, found?.check_id ?? '', decision, byStaff(harness))
    await harness.database.db.transaction().execute(decide)
    await runTasks(harness, 'identity decisions')
    const device = { secret: session.device?.secret }
    return { member, again: () => harness.signIn(member.loginId, undefined, true, device) }
  }

  test('担当者が書類を確かめると、端末はいつもの端末になるが、2時間前のログインは確認したことにならない', async () => {
    const { member, again } = await decidedByStaff(approvedByMail)
    const { call } = await again()
    expect(await call(api.proofGet)).toEqual({
      freshLogin: true,
      secondFactor: true,
      strong: false,
    })
    expect((await received(harness, member.email)).join()).toContain(
      'ご本人の端末として確認しました',
    )
  })

  test('担当者が確かめられなければ、理由が届き、端末ははじめての端末のまま', async () => {
    const reason = '書類の写真がぼやけています。'
    const { member, again } = await decidedByStaff({ decision: 'refused', reason })
    const mails = (await received(harness, member.email)).join()
    expect(mails).toContain('本人確認書類での確認ができませんでした')
    expect(mails).toContain(reason)
    const { call } = await again()
    expect((await call(api.proofGet)).knownFrom).toBe('2026-11-25T10:42:00+09:00')
  })

  test('その確認は始めたログインだけのもので、ほかのログインは確認したことにならない', async () => {
    const member = await someone()
    const other = await member.home(false)
    await read(await member.elsewhere(false), 'matched')
    expect(await standing(other.secret)).toMatchObject({ secondFactor: null, strong: null })
    expect(await other.call(api.identityProofGet)).toEqual({})
  })

  test('登録情報の氏名をほかの人が変えても、前に書類で確認した人と比べる', async () => {
    const member = await someone()
    await read(await member.home(true), 'matched')
    await setProfile(harness, member.accountId, {
      ...person,
      lastName: '他人',
      email: member.email,
    })
    const session = await member.elsewhere(true)
    await read(session, 'matched')
    const of = { account_id: member.accountId }
    const checks = await rowsOf(harness, 'identity_check', '*', of, 'changed_at')
    const compared = checks.map((check) => openCompared(harness.services.sealing, check)?.name)
    expect(compared).toEqual(['髙橋 花子', '髙橋 花子'])
  })

  test('1日に始められるのは3回まで', async () => {
    const member = await someone()
    const begin = ({ call }: Session) =>
      codeOf(call(api.identityProofPost, { body: { back: BACK } }))
    for (let n = 0; n < 3; n += 1)
      expect(await begin(await member.elsewhere(true))).toContain('"state":"waiting"')
    expect(await begin(await member.elsewhere(true))).toBe('TOO_MANY_REQUESTS')
  })
})
