import { describe, expect, test } from 'vitest'
import { lockWaitHours, type LockKind, type LockWait } from '#vocabulary/lock.ts'
import { profileAad } from '#backend/holder.ts'
import { api } from '#protocol/index.ts'
import { refusalOf } from '#tests/api/data-facts.ts'
import { makeMember } from '#tests/api/members.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { endLifts } from './commands/change-lock.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
const START = '2026-11-20T10:00:00+09:00'
type Member = Awaited<ReturnType<typeof newMember>>
let made = 0

/** A member with a phone to send an SMS to, signed in with the second factor. */
async function newMember() {
  harness.clock.set(START)
  made += 1
  const loginId = `locker-${made}`
  const member = await makeMember(harness, { loginId, planCode: 20, course: 'share' })
  const { sealing } = harness.services
  const profile = JSON.stringify({ email: `${loginId}@example.jp`, phone: '09000001001' })
  await harness.database.db
    .updateTable('account')
    .set({ profile_sealed: sealing.seal(profileAad(member.accountId), profile) })
    .where('account_id', '=', member.accountId)
    .execute()
  return { ...member, loginId }
}

const set = (member: Member, kind: LockKind, waitHours: LockWait = 24) =>
  member.call(api.lockPost, { body: { lock: kind, waitHours } })
const lift = (member: Member, kind: LockKind) =>
  member.call(api.lockLiftPost, { body: { lock: kind } })
const stop = (member: Member, kind: LockKind) =>
  member.call(api.lockStopPost, { body: { lock: kind } })
const lockIn = (status: Awaited<ReturnType<typeof set>>, kind: LockKind) =>
  status.locks.find((lock) => lock.kind === kind)
const task = () => endLifts(harness.services, harness.clock.now())
const codeOf = async (asked: Promise<unknown>) => (await refusalOf(asked)).code
/** Sessions end after half an hour: the member comes back on another day, with the password only. */
async function comeBack(member: Member, at: string): Promise<Member> {
  harness.clock.set(at)
  const browser = await harness.signIn(member.loginId, undefined, false)
  return { ...member, ...browser }
}

async function noticesTo(member: Member) {
  const { rows } = await harness.database.pool.query<{ subject: string; channel: string }>(
    `select subject, channel from mail_message where account_id = $1 and subject like '%ロック%'
     order by queued_at, channel`,
    [member.accountId],
  )
  return rows.map(({ subject, channel }) => `${channel} ${subject}`)
}

describe('お客さまが設定するロック', () => {
  test('はじめは何も設定されておらず、設定はすぐに効いて、SIMの申し込みを断る', async () => {
    const member = await newMember()
    const before = await member.call(api.lockGet)
    expect(before.locks.map(({ kind, state }) => [kind, state])).toEqual([
      ['numberTransfer', 'off'],
      ['simChange', 'off'],
      ['topUp', 'off'],
    ])
    expect(lockIn(await set(member, 'simChange', 72), 'simChange')).toMatchObject({
      state: 'on',
      waitHours: 72,
      ordersUnderWay: 0,
    })
    const { operations } = await member.call(api.contractChangeStatusGet, { query: {} })
    const refusedOnes = operations.filter(({ reasonCode }) => reasonCode === 'SIM_CHANGE_LOCKED')
    expect(new Set(refusedOnes.map(({ operation }) => operation))).toEqual(
      new Set(['simAdd', 'simReissue', 'simKindChange', 'phoneMove']),
    )
  })

  test('ロックした転出は、番号を発行せずに断る。理由と解き方が分かる', async () => {
    const member = await newMember()
    await set(member, 'numberTransfer')
    const { lines } = await member.call(api.portOutPossibleListGet)
    expect(lines[0]).toMatchObject({
      allowed: false,
      reasonCode: 'PORT_OUT_LOCKED',
      message:
        'お客さまが設定したMNP転出のロックがかかっているため、申し込めません。マイページの「ロック」で解除すると、お手続きいただけます。',
    })
  })

  test('データチャージのロックは、手での購入も自動の購入も断る', async () => {
    const member = await newMember()
    await set(member, 'topUp')
    const buy = member.call(api.highSpeedCouponPost, { body: { packId: '100mb', priceYen: 220 } })
    expect(await codeOf(buy)).toBe('TOP_UP_LOCKED')
    const automatic = member.call(api.autoTopUpPut, {
      body: { packId: '100mb', atBytes: 0, timesAMonth: 1, priceYen: 220, agreed: true },
    })
    expect(await codeOf(automatic)).toBe('TOP_UP_LOCKED')
  })

  test('パスワードだけでは、解除も、待ち時間の短縮も、海外通話の停止をやめることもできない', async () => {
    const member = await comeBack(await newMember(), START)
    await set(member, 'numberTransfer')
    const [lineId = ''] = member.lineIds
    const leaving = { optionCode: 'internationalCallStop', lineId, conditions: 'x' } as const
    for (const ask of [
      () => lift(member, 'numberTransfer'),
      () => member.call(api.lockWaitPut, { body: { lock: 'numberTransfer', waitHours: 0 } }),
      () => member.call(api.voiceOptionCancelPost, { body: leaving }),
    ])
      expect(await codeOf(ask())).toBe('SECOND_FACTOR_REQUIRED')
    expect(lockIn(await member.call(api.lockGet), 'numberTransfer')).toMatchObject({
      state: 'on',
      waitHours: 24,
    })
  })

  test('解除は待ち時間のあとに効く。すべての連絡先に知らせ、仕事が遅れても約束の時刻から申し込める', async () => {
    const member = await newMember()
    await set(member, 'numberTransfer')
    expect(lockIn(await lift(member, 'numberTransfer'), 'numberTransfer')).toMatchObject({
      state: 'lifting',
      liftsAt: '2026-11-21T10:00:00+09:00',
    })
    expect(await noticesTo(member)).toEqual([
      'mail MNP転出のロックを設定しました',
      'mail MNP転出のロックの解除を受け付けました',
      'sms MNP転出のロックの解除を受け付けました',
    ])
    const early = await comeBack(member, '2026-11-21T09:59:59+09:00')
    await task()
    const { lines } = await early.call(api.portOutPossibleListGet)
    expect(lines[0]).toMatchObject({
      reasonCode: 'LOCK_LIFTING',
      freeFrom: '2026-11-21T10:00:00+09:00',
    })
    // The worker is dead: nobody has written it down, and the member is let through all the same.
    harness.clock.set('2026-11-21T10:00:00+09:00')
    expect((await early.call(api.portOutPossibleListGet)).lines[0]?.allowed).toBe(true)
    expect(lockIn(await early.call(api.lockGet), 'numberTransfer')?.state).toBe('off')
    await task()
    await task()
    expect((await noticesTo(member)).slice(3)).toEqual([
      'mail MNP転出のロックを解除しました',
      'sms MNP転出のロックを解除しました',
    ])
  })

  test('待っているあいだは、パスワードだけで解除を取り消せる', async () => {
    const member = await newMember()
    await set(member, 'simChange', 72)
    await lift(member, 'simChange')
    const back = await comeBack(member, '2026-11-22T10:00:00+09:00')
    expect(lockIn(await stop(back, 'simChange'), 'simChange')).toMatchObject({
      state: 'on',
      waitHours: 72,
    })
    harness.clock.set('2026-11-24T10:00:00+09:00')
    await task()
    expect((await noticesTo(member)).at(-1)).toBe('sms SIMの変更のロックの解除を取り消しました')
  })

  test('同時に2回解除しても、1回だけ始まり、1回だけ知らせる', async () => {
    const member = await newMember()
    await set(member, 'numberTransfer')
    await Promise.all([lift(member, 'numberTransfer'), lift(member, 'numberTransfer')])
    expect((await noticesTo(member)).filter((one) => one.startsWith('mail')).length).toBe(2)
    const { rows } = await harness.database.pool.query(
      `select count(*)::int as n from audit_entry where chain = $1 and action = 'lock-lift-asked'`,
      [member.contractId],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test('待ち時間の短縮は、いまの待ち時間のあとに効く', async () => {
    const member = await newMember()
    await set(member, 'numberTransfer', 72)
    const put = (waitHours: LockWait) =>
      member.call(api.lockWaitPut, { body: { lock: 'numberTransfer', waitHours } })
    expect(lockIn(await put(0), 'numberTransfer')).toMatchObject({
      waitHours: 72,
      shorter: { waitHours: 0, from: '2026-11-23T10:00:00+09:00' },
    })
    expect(lockIn(await lift(member, 'numberTransfer'), 'numberTransfer')?.liftsAt).toBe(
      '2026-11-23T10:00:00+09:00',
    )
  })

  test('進んでいるSIMの手続きは、ロックしても止まらない。数だけが分かる', async () => {
    const member = await newMember()
    await harness.database.pool.query(
      `insert into procedure_order (contract_id, order_no, line_id, procedure, state, details, requested_at, changed_at)
       values ($1, 'A-LOCK-0000-0001', $2, 'simReissue', 'preparing', '{}', now(), now())`,
      [member.contractId, member.lineIds[0]],
    )
    const status = await set(member, 'simChange')
    expect(lockIn(status, 'simChange')).toMatchObject({ state: 'on', ordersUnderWay: 1 })
  })

  test('同じ設定をくり返しても、知らせは1回だけ', async () => {
    const member = await newMember()
    for (const wait of lockWaitHours) await set(member, 'topUp', wait)
    expect(await noticesTo(member)).toEqual(['mail データチャージのロックを設定しました'])
    expect(await codeOf(stop(member, 'numberTransfer'))).toBe('LOCK_NOT_SET')
  })

  test('ほかの人の契約には触れず、持ち出すデータと記録に残る', async () => {
    const member = await newMember()
    const other = await newMember()
    await set(member, 'numberTransfer')
    expect(lockIn(await other.call(api.lockGet), 'numberTransfer')?.state).toBe('off')
    const { rows } = await harness.database.pool.query(
      `select action, details from audit_entry where chain = $1 and action like 'lock-%'`,
      [member.contractId],
    )
    expect(rows).toMatchObject([{ action: 'lock-set' }])
  })
})
