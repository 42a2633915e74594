import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { giveBucket, giveUsage } from '#tests/api/data-facts.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'

const harness = await useHarness()

describe('データ残量', () => {
  test('使われる順に並び、いつ・どれだけ期限が来るかと、次にもらえる日が分かる', async () => {
    const member = await makeMember(harness, { loginId: 'sato', planCode: 13 })
    const { contractId } = member
    const lineId = member.lineIds[0] ?? ''
    await giveBucket(harness, contractId, { grantedBytes: 3e9, remainingBytes: 1_200_000_000 })
    await giveBucket(harness, contractId, {
      bucketId: 'carry/2026-11',
      kind: 'carry',
      remainingBytes: 400_000_000,
      grantedAt: '2026-10-01T00:00:00+09:00',
      expiresAt: '2026-12-01T00:00:00+09:00',
    })
    await giveBucket(harness, contractId, {
      bucketId: 'topup/A-1',
      kind: 'topup',
      remainingBytes: 500_000_000,
      grantedAt: '2026-11-10T12:00:00+09:00',
      expiresAt: '2027-03-01T00:00:00+09:00',
    })
    await giveBucket(harness, contractId, {
      bucketId: 'carry/2026-10',
      kind: 'carry',
      remainingBytes: 0,
      grantedAt: '2026-09-01T00:00:00+09:00',
      expiresAt: '2026-11-01T00:00:00+09:00',
    })
    await giveUsage(harness, { contractId, lineId, day: '2026-10-31', highBytes: 9 })
    await giveUsage(harness, { contractId, lineId, day: '2026-11-01', highBytes: 1_700_000_000 })
    await giveUsage(harness, {
      contractId,
      lineId,
      day: '2026-11-20',
      highBytes: 100_000_000,
      lowBytes: 5,
    })

    expect(await member.call(api.highSpeedResidualGet)).toEqual({
      buckets: [
        {
          bucketId: 'carry_2026-11',
          kind: 'carry',
          label: '10月からの繰り越し',
          grantedBytes: 400_000_000,
          remainingBytes: 400_000_000,
          grantedAt: '2026-10-01T00:00:00+09:00',
          expiresAt: '2026-12-01T00:00:00+09:00',
        },
        {
          bucketId: 'base_2026-11',
          kind: 'base',
          label: '11月の基本データ容量',
          grantedBytes: 3_000_000_000,
          remainingBytes: 1_200_000_000,
          grantedAt: '2026-11-01T00:00:00+09:00',
          expiresAt: '2027-01-01T00:00:00+09:00',
        },
        {
          bucketId: 'topup_A-1',
          kind: 'topup',
          label: 'データチャージ（11月10日購入）',
          grantedBytes: 500_000_000,
          remainingBytes: 500_000_000,
          grantedAt: '2026-11-10T12:00:00+09:00',
          expiresAt: '2027-03-01T00:00:00+09:00',
        },
      ],
      totalBytes: 2_100_000_000,
      grantedThisMonthBytes: 3_500_000_000,
      usedThisMonthBytes: 1_800_000_000,
      usedTodayBytes: 100_000_000,
      nextExpiry: { at: '2026-12-01T00:00:00+09:00', bytes: 400_000_000 },
      nextGrant: { at: '2026-12-01T00:00:00+09:00', bytes: 3_000_000_000 },
      shared: false,
      asOf: '2026-11-20T10:00:00+09:00',
    })
  })

  test('高速データのないライトと、月末に終わる契約、終わった契約には、次にもらえる日がない', async () => {
    const light = await makeMember(harness, { loginId: 'light', planCode: 10 })
    const ended = await makeMember(harness, { loginId: 'gone', status: 'terminated' })
    const leaving = await makeMember(harness, { loginId: 'ito', status: 'cancel_reserved' })
    await harness.database.pool.query(
      `update contract set ends_on = '2026-11-30' where contract_id = $1`,
      [leaving.contractId],
    )
    for (const member of [light, ended, leaving]) {
      const residual = await member.call(api.highSpeedResidualGet)
      expect(residual).toMatchObject({ buckets: [], totalBytes: 0 })
      expect(residual).not.toHaveProperty('nextGrant')
      expect(residual).not.toHaveProperty('nextExpiry')
    }
  })

  test('2回線以上なら、分け合っていると分かる', async () => {
    const member = await makeMember(harness, {
      loginId: 'suzuki',
      planCode: 20,
      course: 'share',
      lines: [{}, {}, { kind: 'data', status: 'ended' }],
    })
    expect(await member.call(api.highSpeedResidualGet)).toMatchObject({ shared: true })
  })
})
