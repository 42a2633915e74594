import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brokenDataLaws } from '#backend/data/invariants.ts'
import { readPool } from '#backend/data/ledger/pool-service.ts'
import { usageByMonth } from '#backend/data/usage/usage-queries.ts'
import { openNickname } from '#backend/contract/line-mapping.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { startHarness, type Harness } from '../../../tests/api/harness.ts'
import { isUnseeded, seedDemo } from './seed-demo.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness('2026-11-20T10:00:00+09:00')
  await seedDemo(harness.services, () => undefined)
}, 180_000)
afterAll(() => harness?.stop())

async function contractOf(loginId: string) {
  const { accountId } = await harness.signIn(loginId)
  return harness.database.db
    .selectFrom('contract')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

async function totalOf(loginId: string) {
  const contract = await contractOf(loginId)
  const pool = await readPool(harness.database.db, contract?.contract_id ?? '', harness.clock.now())
  return pool.totalBytes
}

describe('デモの会員', () => {
  test('最初のログインで、自分の契約が見つかる', async () => {
    expect(await contractOf('sato')).toMatchObject({ plan_code: 13, status: 'active' })
    expect(await contractOf('suzuki')).toMatchObject({ plan_code: 20, course: 'share' })
    expect(await contractOf('takahashi')).toMatchObject({
      status: 'suspended',
      suspension_reason: 'unpaid',
    })
    expect(await contractOf('watanabe')).toBeUndefined()
    expect(await isUnseeded(harness.database.db)).toBe(false)
  })

  test('13か月前から今月まで、毎月の利用がある', async () => {
    const contract = await contractOf('sato')
    const months = await usageByMonth(harness.database.db, contract?.contract_id ?? '', {
      from: tokyoDate('2025-10-01'),
      to: tokyoDate('2026-11-30'),
    })
    expect(months.map((one) => one.month)).toEqual([
      '2025-10',
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
      '2026-07',
      '2026-08',
      '2026-09',
      '2026-10',
      '2026-11',
    ])
  })

  test('利用と残量の記録は、どの契約でもつじつまが合う', async () => {
    expect(await brokenDataLaws(harness.database.db)).toEqual([])
  })

  test('チャージした回数だけ、請求の予定がある', async () => {
    const { db } = harness.database
    const charges = await db
      .selectFrom('booked_charge')
      .select('source_ref')
      .where('figure_key', 'like', 'topup.%')
      .execute()
    const packs = await db
      .selectFrom('data_bucket')
      .select('bucket_id')
      .where('kind', 'in', ['topup', 'topup_no_carry'])
      .execute()
    expect(packs.length).toBeGreaterThan(0)
    expect(charges.map((one) => one.source_ref).toSorted()).toEqual(
      packs.map((one) => one.bucket_id).toSorted(),
    )
  })

  test('佐藤さんには1〜3GB、鈴木さんの家には0.6GB以上が残っている', async () => {
    const sato = await totalOf('sato')
    expect(sato).toBeGreaterThanOrEqual(1_000_000_000)
    expect(sato).toBeLessThanOrEqual(3_000_000_000)
    expect(await totalOf('suzuki')).toBeGreaterThanOrEqual(600_000_000)
  })

  test('鈴木さんの家では、子どもの回線がいちばん使う', async () => {
    const contract = await contractOf('suzuki')
    const lines = await harness.database.db
      .selectFrom('line')
      .selectAll()
      .where('contract_id', '=', contract?.contract_id ?? '')
      .execute()
    const used = await usageByMonth(harness.database.db, contract?.contract_id ?? '', {
      from: tokyoDate('2026-11-01'),
      to: tokyoDate('2026-11-30'),
    })
    const most = used.toSorted((a, b) => b.highBytes - a.highBytes)[0]
    const line = lines.find(({ line_id: lineId }) => lineId === most?.lineId)
    expect(line && openNickname(line, harness.services.sealing)).toBe('蓮（中学生）')
  })

  test('伊藤さんは今月末で解約、田中さんはSIMの再発行の途中', async () => {
    const ito = await contractOf('ito')
    expect(ito).toMatchObject({ status: 'cancel_reserved', ends_on: '2026-11-30' })
    const tanaka = await contractOf('tanaka')
    const orders = await harness.database.db
      .selectFrom('procedure_order')
      .select(['procedure', 'closed_at'])
      .where('contract_id', '=', tanaka?.contract_id ?? '')
      .execute()
    expect(orders).toEqual([{ procedure: 'simReissue', closed_at: null }])
  })

  test('回線の設備と、記録と、毎日の合計は、翌朝になっても一致する', async () => {
    await harness.walkTo('2026-11-21T07:00:00+09:00')
    expect(await brokenDataLaws(harness.database.db)).toEqual([])
    expect(await harness.database.db.selectFrom('usage_finding').selectAll().execute()).toEqual([])
  }, 120_000)
})
