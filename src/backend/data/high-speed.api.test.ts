import { describe, expect, test } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { giveBucket, refusalOf } from '#tests/api/data-facts.ts'
import { addRow } from '#tests/api/rows.ts'

const harness = await useHarness()

describe('高速データ通信の切り替え', () => {
  test('OFFにすると200kbpsになり、回線設備に届くまでは「切り替え中」、届くと「切り替え済み」', async () => {
    harness.clock.set('2026-11-20T10:00:00+09:00')
    const member = await makeMember(harness, { loginId: 'sato' })
    await giveBucket(harness, member.contractId, { remainingBytes: 2_000_000_000 })
    const lineId = member.lineIds[0] ?? ''
    const before = await member.call(api.highSpeedStatusGet)
    expect(before.lines).toMatchObject([
      { on: true, speed: 'high', speedReason: 'pool', change: { allowed: true }, history: [] },
    ])

    const off = await member.call(api.highSpeedStatusPut, { body: { lineId, on: false } })
    expect(off).toMatchObject({
      on: false,
      speed: 'low',
      speedReason: 'switchedOff',
      changedAt: '2026-11-20T10:00:00+09:00',
      changedBy: 'member',
      change: {
        allowed: false,
        reasonCode: 'HIGH_SPEED_CHANGED_RECENTLY',
        freeFrom: '2026-11-20T10:01:00+09:00',
      },
      history: [{ at: '2026-11-20T10:00:00+09:00', on: false, by: 'member', state: 'requested' }],
    })

    await harness.drain()
    const carrierLine = await harness.services.carrier.line(`ref-${lineId}`)
    expect(carrierLine).toMatchObject({ kind: 'accepted', value: { highSpeedOn: false } })
    expect(await findBrokenAudit(harness.database.db, member.contractId)).toBeUndefined()
  })

  test('1分のあいだは切り替えられず、いつから切り替えられるかが分かる。1分たてば切り替えられる', async () => {
    harness.clock.set('2026-11-20T11:00:00+09:00')
    const member = await makeMember(harness, { loginId: 'hasty' })
    const lineId = member.lineIds[0] ?? ''
    const setHighSpeed = (on: boolean) =>
      member.call(api.highSpeedStatusPut, { body: { lineId, on } })
    await setHighSpeed(false)
    harness.clock.set('2026-11-20T11:00:59+09:00')
    expect(await refusalOf(setHighSpeed(true))).toMatchObject({
      httpStatus: 429,
      code: 'HIGH_SPEED_CHANGED_RECENTLY',
      freeFrom: '2026-11-20T11:01:00+09:00',
    })
    harness.clock.set('2026-11-20T11:01:00+09:00')
    expect(await setHighSpeed(true)).toMatchObject({ on: true })
  })

  test('同じ瞬間の切り替えも、起きた順に並ぶ。あとの切り替えが、いまの状態', async () => {
    harness.clock.set('2026-11-20T11:30:00+09:00')
    const member = await makeMember(harness, { loginId: 'instant' })
    const lineId = member.lineIds[0] ?? ''
    for (const [n, on] of [true, false, false, true, false].entries())
      await addRow(harness, 'high_speed_change', {
        contract_id: member.contractId,
        line_id: lineId,
        change_id: `change-${n}`,
        turned_on: on,
        actor: n === 4 ? 'carrier' : 'member',
        account_id: null,
        reason: 'member',
        changed_at: harness.clock.now(),
        carrier_state: 'accepted',
        carrier_answered_at: harness.clock.now(),
      })
    const [line] = (await member.call(api.highSpeedStatusGet)).lines
    expect(line?.history.map(({ on }) => on)).toEqual([false, true, false, false, true])
    expect(line?.changedBy).toBe('system')
  })

  test('いまと同じ向きに切り替えても、何も変わらず、記録も増えない', async () => {
    harness.clock.set('2026-11-20T12:00:00+09:00')
    const member = await makeMember(harness, { loginId: 'same' })
    const lineId = member.lineIds[0] ?? ''
    const same = await member.call(api.highSpeedStatusPut, { body: { lineId, on: true } })
    expect(same).toMatchObject({ on: true, change: { allowed: true }, history: [] })
    expect(same).not.toHaveProperty('changedAt')
  })

  test('同時に20回押しても、切り替えは1回だけ', async () => {
    harness.clock.set('2026-11-20T13:00:00+09:00')
    const member = await makeMember(harness, { loginId: 'many' })
    const lineId = member.lineIds[0] ?? ''
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        member.call(api.highSpeedStatusPut, { body: { lineId, on: false } }),
      ),
    )
    expect(new Set(answers.map((answer) => answer.history.length))).toEqual(new Set([1]))
  })

  test('利用停止中の回線は切り替えられない', async () => {
    const member = await makeMember(harness, {
      loginId: 'stopped',
      lines: [{ status: 'suspended' }],
    })
    const lineId = member.lineIds[0] ?? ''
    const put = member.call(api.highSpeedStatusPut, { body: { lineId, on: false } })
    expect(await refusalOf(put)).toMatchObject({ httpStatus: 409, code: 'SUSPENDED' })
    const { lines } = await member.call(api.highSpeedStatusGet)
    expect(lines).toMatchObject([{ speed: 'stopped', speedReason: 'suspended' }])
  })

  test('ほかの人の回線は、ない回線と同じに見える', async () => {
    const owner = await makeMember(harness, { loginId: 'owner' })
    const other = await makeMember(harness, { loginId: 'other' })
    const lineId = owner.lineIds[0] ?? ''
    const put = other.call(api.highSpeedStatusPut, { body: { lineId, on: false } })
    const get = other.call(api.highSpeedStatusGet, { query: { lineId } })
    const missing = other.call(api.highSpeedStatusGet, { query: { lineId: 'line_none' } })
    const refusals = await Promise.all([refusalOf(put), refusalOf(get), refusalOf(missing)])
    expect(refusals.map((one) => one.httpStatus)).toEqual([404, 404, 404])
    expect(new Set(refusals.map((one) => one.message)).size).toBe(1)
  })
})
