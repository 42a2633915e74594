import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { refusalOf } from '#tests/api/data-facts.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { useHarness } from '#tests/api/use-harness.ts'
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
