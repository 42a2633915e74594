import { afterEach, describe, expect, test } from 'vitest'
import { topUpGrant } from '#domain/data/grant.ts'
import { megabytes } from '#domain/bytes.ts'
import { instant, tokyoDate } from '#domain/tokyo.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { rowsOf, setContract } from '#tests/api/rows.ts'
import { presentGrant } from '#tests/facts/pool-histories.ts'
import { makeMember } from '#tests/api/members.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { feedOf, hourOf } from '#tests/api/usage-feed.ts'
import { importUsage } from './commands/import-usage.ts'
import { giveData } from './commands/give-data.ts'
import { readPool } from './queries/pool.ts'
import { lookAtCalendar } from './commands/look-at-calendar.ts'
import { chargeQueued } from './commands/charge-queued.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
afterEach(async () => {
  expect(await brokenDataLaws(harness.database.db)).toEqual([])
})

let serial = 0
async function newMember(shape: { planCode?: number; startedOn?: string } = {}) {
  const member = await makeMember(harness, {
    loginId: `calendar-${(serial += 1)}`,
    startedOn: '2026-11-01',
    planCode: 13,
    ...shape,
  })
  return { ...member, lineRef: `ref-${member.lineIds[0] ?? ''}` }
}

async function runAt(at: string) {
  harness.clock.set(at)
  await lookAtCalendar(harness.services, instant(at))
  await chargeQueued(harness.services, instant(at))
}

async function use(lineRef: string, from: string, amount: number) {
  const { database, services, clock } = harness
  await database.db.deleteFrom('import_cursor').execute()
  const carrier = feedOf(services.carrier, [hourOf(lineRef, from, amount)])
  await importUsage({ ...services, carrier }, clock.now())
  await chargeQueued(services, clock.now())
}

async function poolOf(contractId: string) {
  const { buckets } = await readPool(harness.database.db, contractId, harness.clock.now())
  return buckets.map((one) => [one.bucketId, one.remainingBytes / 1_000_000])
}

const entryCount = async (contractId: string) =>
  (await rowsOf(harness, 'data_entry', ['position'], { contract_id: contractId })).length

const inTransaction = <Result>(work: (tx: Parameters<typeof giveData>[0]) => Promise<Result>) =>
  harness.database.db.transaction().execute(work)

describe('月の変わり目', () => {
  test('1日0時に新しい基本容量がつき、前の月の残りは翌月末まで繰り越される', async () => {
    const member = await newMember()
    await runAt('2026-11-30T23:00:00+09:00')
    await use(member.lineRef, '2026-11-30T22', 500)
    await runAt('2026-11-30T23:59:59+09:00')
    expect(await poolOf(member.contractId)).toEqual([['base/2026-11', 2500]])
    await runAt('2026-12-01T00:00:00+09:00')
    expect(await poolOf(member.contractId)).toEqual([
      ['carry/2026-12', 2500],
      ['base/2026-12', 3000],
    ])
    await runAt('2026-12-31T23:59:59+09:00')
    await runAt('2027-01-01T00:00:00+09:00')
    expect(await poolOf(member.contractId)).toEqual([
      ['carry/2027-01', 3000],
      ['base/2027-01', 3000],
    ])
  })

  test('月替わりの処理が二度、同時に走っても、一度と同じ', async () => {
    const member = await newMember({ startedOn: '2027-01-01' })
    await runAt('2027-01-01T01:00:00+09:00')
    await Promise.all([
      runAt('2027-02-01T00:00:00+09:00'),
      runAt('2027-02-01T00:00:00+09:00'),
      runAt('2027-02-01T00:00:00+09:00'),
    ])
    const count = await entryCount(member.contractId)
    await runAt('2027-02-01T00:00:00+09:00')
    expect(await entryCount(member.contractId)).toBe(count)
    expect(await poolOf(member.contractId)).toEqual([
      ['carry/2027-02', 3000],
      ['base/2027-02', 3000],
    ])
  })

  test('月が変わってから届いた前月分は前月から引かれ、繰り越しが減る', async () => {
    const member = await newMember({ startedOn: '2027-02-01' })
    await runAt('2027-02-10T00:00:00+09:00')
    await runAt('2027-03-01T00:00:00+09:00')
    harness.clock.set('2027-03-02T06:00:00+09:00')
    await use(member.lineRef, '2027-02-28T23', 700)
    expect(await poolOf(member.contractId)).toEqual([
      ['carry/2027-03', 2300],
      ['base/2027-03', 3000],
    ])
  })

  test('ひと月たってから届いた記録も、使った月から引かれる', async () => {
    const member = await newMember({ startedOn: '2027-02-01' })
    for (const day of ['02-10', '03-01', '03-10', '03-20', '04-01', '04-15'])
      await runAt(`2027-${day}T00:00:00+09:00`)
    await use(member.lineRef, '2027-02-11T12', 1000)
    await use(member.lineRef, '2027-03-15T12', 2500)
    // March had 2000 carried over from February and 3000 of its own: 500 of them went, 2500 carry on.
    expect(await poolOf(member.contractId)).toEqual([
      ['carry/2027-04', 2500],
      ['base/2027-04', 3000],
    ])
  })

  test('月末23時59分59秒に買った当月限りのデータは、1秒後に終わる', async () => {
    const member = await newMember({ planCode: 10, startedOn: '2027-04-01' })
    harness.clock.set('2027-04-30T23:59:59+09:00')
    const [monthly, lasting] = ['monthly', 'lasting']
    await inTransaction(async (tx) => {
      const now = harness.clock.now()
      await giveData(
        tx,
        harness.services,
        member.contractId,
        topUpGrant(monthly, '1gbNoCarry', now),
        now,
      )
      await giveData(tx, harness.services, member.contractId, topUpGrant(lasting, '1gb', now), now)
    })
    expect(await poolOf(member.contractId)).toEqual([
      ['topup/monthly', 1000],
      ['topup/lasting', 1000],
    ])
    await runAt('2027-05-01T00:00:00+09:00')
    expect(await poolOf(member.contractId)).toEqual([['topup/lasting', 1000]])
    await runAt('2027-07-31T23:59:59+09:00')
    expect(await poolOf(member.contractId)).toEqual([['topup/lasting', 1000]])
    await runAt('2027-08-01T00:00:00+09:00')
    expect(await poolOf(member.contractId)).toEqual([])
  })

  test('月の途中で始まった契約の基本容量は日割りで、処理が遅れてもつく', async () => {
    const member = await newMember({ startedOn: '2027-08-16' })
    await runAt('2027-08-20T05:00:00+09:00')
    // 3 GB × 16 of 31 days, rounded up at the third decimal.
    expect(await poolOf(member.contractId)).toEqual([['base/2027-08', 1550]])
  })

  test('データ容量の変更が1日の付与より遅れても、その月の基本容量は新しい容量になる', async () => {
    const member = await newMember({ startedOn: '2027-08-01' })
    await runAt('2027-08-20T05:00:00+09:00')
    await runAt('2027-09-01T00:00:00+09:00')
    await use(member.lineRef, '2027-09-01T00', 100)
    const change = (planCode: number) =>
      setContract(harness, member.contractId, { plan_code: planCode })
    await change(15)
    await runAt('2027-09-01T03:00:00+09:00')
    await runAt('2027-09-01T04:00:00+09:00')
    expect(await poolOf(member.contractId)).toEqual([
      ['carry/2027-09', 2900],
      ['base/2027-09', 5000],
    ])
    await change(11)
    await runAt('2027-09-01T05:00:00+09:00')
    expect(await poolOf(member.contractId)).toEqual([
      ['carry/2027-09', 2900],
      ['base/2027-09', 1000],
    ])
  })

  test('契約が終わると、残りは消える。終わった月の翌月には何もつかない', async () => {
    const member = await newMember({ startedOn: '2027-09-01' })
    await runAt('2027-09-20T05:00:00+09:00')
    await setContract(harness, member.contractId, {
      status: 'cancel_reserved',
      ends_on: tokyoDate('2027-09-30'),
    })
    await runAt('2027-09-30T23:59:59+09:00')
    expect(await poolOf(member.contractId)).toEqual([['base/2027-09', 3000]])
    await runAt('2027-10-01T00:00:00+09:00')
    expect(await poolOf(member.contractId)).toEqual([])
  })

  test('期限が月の途中にあるプレゼントは、その時刻に消える', async () => {
    const member = await newMember({ planCode: 10, startedOn: '2027-10-01' })
    harness.clock.set('2027-10-10T09:00:00+09:00')
    const until = instant('2027-10-12T15:00:00+09:00')
    const gift = presentGrant('gift', 'G1', megabytes(100), harness.clock.now(), until)
    await inTransaction((tx) =>
      giveData(tx, harness.services, member.contractId, gift, harness.clock.now()),
    )
    await runAt('2027-10-12T14:00:00+09:00')
    expect(await poolOf(member.contractId)).toEqual([['gift/G1', 100]])
    await runAt('2027-10-12T15:00:00+09:00')
    expect(await poolOf(member.contractId)).toEqual([])
    expect(await entryCount(member.contractId)).toBe(2)
  })

  test('遅れて追いつく処理は、そのあとに買ったデータを消さない', async () => {
    const member = await newMember({ startedOn: '2027-11-01' })
    await runAt('2027-11-10T00:00:00+09:00')
    harness.clock.set('2027-11-13T09:00:00+09:00')
    const now = harness.clock.now()
    await inTransaction((tx) =>
      giveData(tx, harness.services, member.contractId, topUpGrant('later', '1gb', now), now),
    )
    harness.clock.set('2027-11-11T12:00:00+09:00')
    await use(member.lineRef, '2027-11-11T10', 100)
    harness.clock.set('2027-11-13T10:00:00+09:00')
    expect(await poolOf(member.contractId)).toEqual([
      ['base/2027-11', 2900],
      ['topup/later', 1000],
    ])
  })

  test('同じ付与が10回届いても一度だけつき、10の付与は10つく', async () => {
    const member = await newMember({ planCode: 10, startedOn: '2027-11-01' })
    harness.clock.set('2027-11-10T09:00:00+09:00')
    const now = harness.clock.now()
    const grants = Array.from({ length: 10 }, (_, n) => ['same', `own-${n}`]).flat()
    await Promise.all(
      grants.map((name) =>
        inTransaction((tx) =>
          giveData(tx, harness.services, member.contractId, topUpGrant(name, '100mb', now), now),
        ),
      ),
    )
    const { totalBytes } = await readPool(harness.database.db, member.contractId, now)
    expect(totalBytes).toBe(megabytes(1100))
  })
})
