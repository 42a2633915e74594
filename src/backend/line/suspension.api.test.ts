import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { api } from '#protocol/index.ts'
import { refusalOf } from '#tests/api/data-facts.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { freezeLine, unfreezeLine } from './public.ts'
import { makeMember } from '#tests/api/members.ts'
import { standInFault } from '#tests/api/stand-ins.ts'

const harness = await useHarness()
beforeEach(() => harness.clock.set('2026-11-20T10:00:00+09:00'))

async function carrierLine(lineId: string) {
  const answer = await harness.services.carrier.line(`ref-${lineId}`)
  if (answer.kind !== 'accepted') throw new Error('the carrier did not answer')
  return answer.value
}

const fault = (mode: string) => standInFault(harness.carrier, { mode })

describe('紛失した回線を止める', () => {
  test('止めるとすぐに止まり、回線設備でも止まり、知らせが届く。再開も同じ', async () => {
    const member = await makeMember(harness, { loginId: 'loser' })
    const lineId = member.lineIds[0] ?? ''
    const stopped = await member.call(api.lineSuspensionPost, { body: { lineId } })
    expect(stopped).toMatchObject({
      line: { status: 'suspended', statusLabel: '利用停止中', suspensionReason: 'lost' },
      state: 'requested',
      at: '2026-11-20T10:00:00+09:00',
    })
    await harness.drain()
    expect(await carrierLine(lineId)).toMatchObject({ suspendedFor: ['lost'], state: 'suspended' })
    const detail = await member.call(api.statusLineGet, { query: { lineId } })
    expect(detail).toMatchObject({
      highSpeed: { speed: 'stopped', speedReason: 'suspended' },
      suspend: { allowed: false, reasonCode: 'ALREADY_SUSPENDED' },
      resume: { allowed: true },
    })

    harness.clock.set('2026-11-20T10:10:00+09:00')
    const resumed = await member.call(api.lineSuspensionDelete, { query: { lineId } })
    expect(resumed).toMatchObject({ line: { status: 'active' }, state: 'lifted' })
    expect(resumed.line).not.toHaveProperty('suspensionReason')
    await harness.drain()
    expect(await carrierLine(lineId)).toMatchObject({ suspendedFor: [], state: 'active' })
    expect(await noticeTitles(harness, member.accountId)).toEqual([
      '回線の利用を止めました',
      '回線の利用を再開しました',
    ])
  })

  test('同じ時刻に止めて再開しても、回線設備に言い直すのは一度だけ', async () => {
    const member = await makeMember(harness, { loginId: 'same-moment' })
    const { contractId } = member
    const lineId = member.lineIds[0] ?? ''
    await member.call(api.lineSuspensionPost, { body: { lineId } })
    await member.call(api.lineSuspensionDelete, { query: { lineId } })
    // The latest of that moment, and answered before the others.
    await sql`insert into carrier_exchange
      (contract_id, exchange_id, line_id, request, state, created_at, changed_at)
      select contract_id, 'cx_zzzzzzzzzzzzzzzzzzzz', line_id, request, 'accepted', created_at, changed_at
      from carrier_exchange where contract_id = ${contractId} and request ->> 'command' = 'suspend'`.execute(
      harness.database.db,
    )
    await harness.drain()
    const { rows } = await sql<{ exchange_id: string; state: string }>`
      select exchange_id, state from carrier_exchange
      where contract_id = ${contractId} and exchange_id like 'cx_zz%' order by exchange_id`.execute(
      harness.database.db,
    )
    expect(rows).toEqual([
      { exchange_id: 'cx_zzzzzzzzzzzzzzzzzzzz', state: 'accepted' },
      { exchange_id: 'cx_zzzzzzzzzzzzzzzzzzzz-again', state: 'accepted' },
    ])
    expect(await carrierLine(lineId)).toMatchObject({ suspendedFor: ['lost'], state: 'suspended' })
  })

  test('もう止まっている回線は止められず、紛失で止めたのでない回線は再開できない', async () => {
    const member = await makeMember(harness, {
      loginId: 'twice',
      course: 'share',
      planCode: 20,
      lines: [{}, { status: 'suspended' }, { status: 'ended' }],
    })
    const [active = '', unpaid = '', ended = ''] = member.lineIds
    const stop = (lineId: string) =>
      refusalOf(member.call(api.lineSuspensionPost, { body: { lineId } }))
    const resume = (lineId: string) =>
      refusalOf(member.call(api.lineSuspensionDelete, { query: { lineId } }))
    expect(await stop(unpaid)).toMatchObject({ httpStatus: 409, code: 'ALREADY_SUSPENDED' })
    expect(await stop(ended)).toMatchObject({ code: 'LINE_NOT_ACTIVE' })
    expect(await resume(active)).toMatchObject({ code: 'NOT_SUSPENDED_AS_LOST' })
    expect(await resume(unpaid)).toMatchObject({ code: 'NOT_SUSPENDED_AS_LOST' })
  })

  test('解約を予約した回線も止められ、再開すると予約中に戻る', async () => {
    const member = await makeMember(harness, {
      loginId: 'leaver',
      planCode: 20,
      course: 'share',
      lines: [{}, {}],
    })
    const lineId = member.lineIds[1] ?? ''
    const cost = await member.call(api.simCancelPaymentGet, { query: { lineId } })
    await member.call(api.simCancelReservePost, {
      body: { lineIds: [lineId], conditions: cost.conditions, agreed: true },
    })
    const { line } = await member.call(api.statusLineGet, { query: { lineId } })
    expect(line).toMatchObject({ status: 'ending', endsOn: '2026-11-30' })
    await member.call(api.lineSuspensionPost, { body: { lineId } })
    const resumed = await member.call(api.lineSuspensionDelete, { query: { lineId } })
    expect(resumed.line).toMatchObject({ status: 'ending', endsOn: '2026-11-30' })
  })

  test('回線設備が断ったら、元に戻して知らせる', async () => {
    const member = await makeMember(harness, { loginId: 'refused' })
    const lineId = member.lineIds[0] ?? ''
    await fault('reject')
    await member.call(api.lineSuspensionPost, { body: { lineId } })
    await harness.drain()
    await fault('off')
    const { line } = await member.call(api.statusLineGet, { query: { lineId } })
    expect(line).toMatchObject({ status: 'active' })
    expect(line).not.toHaveProperty('suspensionReason')
    expect(await noticeTitles(harness, member.accountId)).toEqual([
      '回線の利用を止めました',
      '回線を止められませんでした',
    ])
  })

  test('返事が途切れているあいだに再開しても、最後の望みどおりになる', async () => {
    const member = await makeMember(harness, { loginId: 'flaky' })
    const lineId = member.lineIds[0] ?? ''
    await fault('down')
    await member.call(api.lineSuspensionPost, { body: { lineId } })
    await harness.drain()
    await fault('off')
    harness.clock.set('2026-11-20T10:00:20+09:00')
    await member.call(api.lineSuspensionDelete, { query: { lineId } })
    await harness.drain()
    harness.clock.set('2026-11-20T10:01:00+09:00')
    await harness.services.exchanges.reconcile()
    await harness.drain()
    expect(await carrierLine(lineId)).toMatchObject({ suspendedFor: [] })
    const { line } = await member.call(api.statusLineGet, { query: { lineId } })
    expect(line.status).toBe('active')
  })
})

describe('危険なサイトのブロック', () => {
  test('はじめはオン。OFFにすると回線設備でもOFFになり、いつ変えたかが残る', async () => {
    const member = await makeMember(harness, { loginId: 'blocker' })
    const lineId = member.lineIds[0] ?? ''
    const before = await member.call(api.malwareBlockStatusGet)
    expect(before.lines).toMatchObject([{ line: { lineId }, on: true }])
    expect(before.lines[0]).not.toHaveProperty('changedAt')
    const put = (on: boolean) => member.call(api.malwareBlockStatusPut, { body: { lineId, on } })
    expect(await put(false)).toMatchObject({ on: false, changedAt: '2026-11-20T10:00:00+09:00' })
    await put(false)
    await harness.drain()
    expect((await carrierLine(lineId)).services['malware-block']).toBe(false)
    const after = await member.call(api.malwareBlockStatusGet)
    expect(after.lines).toMatchObject([{ on: false, changedAt: '2026-11-20T10:00:00+09:00' }])
    const detail = await member.call(api.statusLineGet, { query: { lineId } })
    expect(detail.malwareBlock).toBe(false)
    expect(detail.history).toEqual([
      { at: '2026-11-20T10:00:00+09:00', label: '危険なサイトのブロックをオフにしました' },
      { at: '2025-10-01T00:00:00+09:00', label: '利用を始めました' },
    ])
  })

  test('回線設備が断ったら、元に戻して知らせる', async () => {
    const member = await makeMember(harness, { loginId: 'unblocked' })
    const lineId = member.lineIds[0] ?? ''
    await fault('reject')
    await member.call(api.malwareBlockStatusPut, { body: { lineId, on: false } })
    await harness.drain()
    await fault('off')
    const { lines } = await member.call(api.malwareBlockStatusGet)
    expect(lines).toMatchObject([{ on: true }])
    expect(await noticeTitles(harness, member.accountId)).toEqual([
      '危険なサイトのブロックを切り替えられませんでした',
    ])
  })

  test('終わった契約と終わった回線では変えられない', async () => {
    const gone = await makeMember(harness, { loginId: 'gone', status: 'terminated' })
    const ended = await makeMember(harness, { loginId: 'ended', lines: [{ status: 'ended' }] })
    const put = (member: typeof gone) =>
      refusalOf(
        member.call(api.malwareBlockStatusPut, {
          body: { lineId: member.lineIds[0] ?? '', on: false },
        }),
      )
    expect(await put(gone)).toMatchObject({ httpStatus: 409, code: 'CONTRACT_ENDED' })
    expect(await put(ended)).toMatchObject({ httpStatus: 409, code: 'LINE_NOT_ACTIVE' })
  })
})

describe('不正利用の疑いで、スタッフが回線を止める', () => {
  const frozen = async (loginId: string) => {
    const member = await makeMember(harness, { loginId })
    const lineId = member.lineIds[0] ?? ''
    const by = () =>
      ({
        actor: 'staff',
        staffId: 'staff_1',
        role: 'fraud',
        caseNo: 'T-2K7D-9F',
        contractId: member.contractId,
        now: harness.clock.now(),
      }) as const
    const act = (work: typeof freezeLine) =>
      harness.database.db.transaction().execute((tx) => work(tx, harness.services, by(), lineId))
    return { ...member, lineId, freeze: () => act(freezeLine), unfreeze: () => act(unfreezeLine) }
  }

  test('止めると回線設備でも止まり、会員に知らせが届き、会員は再開できない。解くと元に戻る', async () => {
    const member = await frozen('misused')
    const { lineId } = member
    await member.freeze()
    await harness.drain()
    expect(await carrierLine(lineId)).toMatchObject({ suspendedFor: ['fraud'], state: 'suspended' })
    const line = await member.call(api.statusLineGet, { query: { lineId } })
    expect(line).toMatchObject({
      line: { status: 'suspended', suspensionReason: 'fraud' },
      resume: { allowed: false, reasonCode: 'NOT_SUSPENDED_AS_LOST' },
    })
    const resumed = refusalOf(member.call(api.lineSuspensionDelete, { query: { lineId } }))
    expect(await resumed).toMatchObject({ code: 'NOT_SUSPENDED_AS_LOST' })
    await expect(member.freeze()).rejects.toThrow('ALREADY_SUSPENDED')
    harness.clock.set('2026-11-20T11:00:00+09:00')
    await member.unfreeze()
    await harness.drain()
    expect(await carrierLine(lineId)).toMatchObject({ suspendedFor: [], state: 'active' })
    expect(await noticeTitles(harness, member.accountId)).toEqual([
      '安全のため、回線の利用を止めました',
      '回線の利用を再開しました',
    ])
    const { rows } = await sql`
      select action, actor, details ->> 'reason' as reason, details ->> 'staff' as staff, details ->> 'caseNo' as no
      from audit_entry where chain = ${member.contractId} and action in ('line-suspended', 'line-resumed')
      order by position`.execute(harness.database.db)
    const staff = { actor: 'staff', reason: 'fraud', staff: 'staff_1', no: 'T-2K7D-9F' }
    expect(rows).toEqual([
      { action: 'line-suspended', ...staff },
      { action: 'line-resumed', ...staff },
    ])
  })

  test('会員が紛失で止めた回線も引き継いで止め、会員のログインでは再開できなくなる', async () => {
    const member = await frozen('stolen')
    const { lineId } = member
    await member.call(api.lineSuspensionPost, { body: { lineId } })
    harness.clock.set('2026-11-20T10:05:00+09:00')
    await member.freeze()
    await harness.drain()
    expect(await carrierLine(lineId)).toMatchObject({ suspendedFor: ['fraud'] })
    const resumed = refusalOf(member.call(api.lineSuspensionDelete, { query: { lineId } }))
    expect(await resumed).toMatchObject({ code: 'NOT_SUSPENDED_AS_LOST' })
    harness.clock.set('2026-11-20T10:10:00+09:00')
    await member.unfreeze()
    await harness.drain()
    expect(await carrierLine(lineId)).toMatchObject({ suspendedFor: [], state: 'active' })
  })

  test('不正の疑いで止めたのでない回線は、この手続きでは解けない', async () => {
    const member = await frozen('not-frozen')
    await expect(member.unfreeze()).rejects.toThrow('NOT_SUSPENDED_AS_LOST')
    await member.call(api.lineSuspensionPost, { body: { lineId: member.lineId } })
    await expect(member.unfreeze()).rejects.toThrow('WRONG_STATE')
  })

  test('回線設備が断れば、止めなかったことに戻し、会員に知らせる', async () => {
    const member = await frozen('refused-freeze')
    await fault('reject')
    await member.freeze()
    harness.clock.set('2026-11-20T10:05:00+09:00')
    await harness.drain()
    await fault('off')
    const { line } = await member.call(api.statusLineGet, { query: { lineId: member.lineId } })
    expect(line.status).toBe('active')
    expect(await noticeTitles(harness, member.accountId)).toEqual([
      '安全のため、回線の利用を止めました',
      '回線を止められませんでした',
    ])
  })
})
