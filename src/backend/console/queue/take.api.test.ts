import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { consoleWork } from '#server/worker.ts'
import { brokenLaws } from '#tests/api/procedures/contradictions.ts'
import { makeMember } from '#tests/api/members.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness('2026-12-01T11:00:00+09:00')
const { db } = harness.database
const fukuda = await harness.staff('fukuda')
const other = await harness.staff('sasaki', { roles: ['procedures'] })
const { tasks } = consoleWork(harness.services)
const settle = () =>
  tasks.find(({ name }) => name === 'cases of gone items')?.run(harness.clock.now())
const { accountId, contractId } = await makeMember(harness, { loginId: 'waiting' })

const plant = (id: string, at: string) =>
  sql`
    insert into identity_check (account_id, check_id, contract_id, order_no, state, attempts, opened_at, changed_at)
    values (${accountId}, ${id}, ${contractId}, ${`O-${id}`}, 'manual', 3, ${at}, ${at})`.execute(
    db,
  )
for (const [id, at] of [
  ['k1', '2026-11-30T10:00+09:00'],
  ['k2', '2026-11-30T11:00+09:00'],
  ['k3', '2026-11-30T12:00+09:00'],
  ['k4', '2026-11-30T13:00+09:00'],
] as const)
  await plant(id, at)

const key = (ref: string) => ({ item: 'identity-by-hand', ref }) as const
const listOf = async (staff: typeof fukuda, holder: 'all' | 'mine' | 'free' = 'all') => {
  const listed = await staff.ask('consoleQueueGet', { query: { queue: 'identity', holder } })
  const refs = (rows: typeof listed.rows) => rows.map(({ ref }) => ref)
  return { count: listed.count, mine: refs(listed.mine), rows: refs(listed.rows) }
}

test('担当した件は、自分の一覧の上に出て、受付番号が付く。ほかの人には、だれが担当か見える', async () => {
  const { ticketNo } = await fukuda.ask('consoleQueueTakePost', { body: key('k2') })
  expect(ticketNo).toMatch(/^T-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{2}$/)
  expect(await listOf(fukuda)).toEqual({ count: 4, mine: ['k2'], rows: ['k1', 'k3', 'k4'] })
  expect(await listOf(fukuda, 'mine')).toMatchObject({ mine: ['k2'], rows: [] })
  expect(await listOf(other)).toEqual({ count: 4, mine: [], rows: ['k1', 'k2', 'k3', 'k4'] })
  expect(await listOf(other, 'free')).toEqual({ count: 3, mine: [], rows: ['k1', 'k3', 'k4'] })
  const { row } = await other.ask('consoleQueueItemGet', { query: key('k2') })
  expect(row).toMatchObject({
    ticketNo,
    holder: { staffId: fukuda.staffId, name: '福田 健', isMe: false },
  })
  const { mine } = await fukuda.ask('consoleTodayGet')
  expect(mine.rows.map(({ ref }) => ref)).toEqual(['k2'])
  // The case of an item stands there as the item.
  expect(mine.cases).toEqual([])
})

test('引き継いだ件は相手のものになり、同じ受付番号のまま', async () => {
  const before = await fukuda.ask('consoleQueueItemGet', { query: key('k2') })
  const body = { ...key('k2'), to: other.staffId, note: '書類が届くのを待っています。' }
  const { ticketNo } = await fukuda.ask('consoleQueueTakePost', { body })
  expect(ticketNo).toBe(before.row.ticketNo)
  expect(await listOf(fukuda)).toMatchObject({ mine: [], rows: ['k1', 'k2', 'k3', 'k4'] })
  expect(await listOf(other)).toMatchObject({ mine: ['k2'], rows: ['k1', 'k3', 'k4'] })
  const nobody = { ...key('k2'), to: 'staff_none' }
  expect(await codeOf(fukuda.ask('consoleQueueTakePost', { body: nobody }))).toBe(
    'VALIDATION_FAILED',
  )
})

test('渡す相手は、その列を受け持てる人の名前から選ぶ。受け持てない人には渡せない', async () => {
  const ikeda = await harness.staff('ikeda')
  const { colleagues } = await fukuda.ask('consoleQueueItemGet', { query: key('k2') })
  expect(colleagues).toEqual([{ staffId: other.staffId, name: '佐々木 誠' }])
  const body = { ...key('k2'), to: ikeda.staffId }
  expect(await codeOf(fukuda.ask('consoleQueueTakePost', { body }))).toBe('VALIDATION_FAILED')
  const { ticketNo } = await ikeda.ask('consoleTicketPost', {
    body: { channel: 'telephone', reason: 'contact', topic: 'data', text: '残量について' },
  })
  const ticket = await ikeda.ask('consoleTicketGet', { query: { ticketNo } })
  expect(ticket.colleagues.map(({ name }) => name)).toEqual(['佐々木 誠', '福田 健'])
})

test('後に回した件は、その時刻まで一覧と件数から外れ、期限は変わらない', async () => {
  const until = '2026-12-01T15:00:00+09:00'
  await fukuda.ask('consoleQueueSnoozePost', { body: { ...key('k1'), until } })
  expect(await listOf(fukuda)).toEqual({ count: 3, mine: [], rows: ['k2', 'k3', 'k4'] })
  const { row } = await fukuda.ask('consoleQueueItemGet', { query: key('k1') })
  expect(row).toMatchObject({ snoozedUntil: until, due: '2026-11-30T18:00:00+09:00' })
  const past = { ...key('k1'), until: '2026-12-01T10:00:00+09:00' }
  expect(await codeOf(fukuda.ask('consoleQueueSnoozePost', { body: past }))).toBe(
    'VALIDATION_FAILED',
  )
})

test('「次の件」は、担当のいない件を期限の近い順に渡し、ふたりが同時に求めても同じ件は渡さない', async () => {
  const body = { queue: 'identity' } as const
  const both = await Promise.all(
    [fukuda, other].map((staff) => staff.ask('consoleQueueNextPost', { body })),
  )
  expect(both.map(({ taken }) => taken?.ref).toSorted()).toEqual(['k3', 'k4'])
  expect(await fukuda.ask('consoleQueueNextPost', { body })).toEqual({})
  const ikeda = await harness.staff('ikeda')
  expect(await codeOf(ikeda.ask('consoleQueueNextPost', { body }))).toBe('ROLE_MISSING')
})

test('片づいた件の受付は、1時間ごとに解決になる。会員に書いたものは、人が見るまで残る', async () => {
  const caseOf = async (ref: string) => {
    await plant(ref, '2026-12-01T10:00+09:00')
    return (await fukuda.ask('consoleQueueTakePost', { body: key(ref) })).ticketNo
  }
  const [quiet, said] = [await caseOf('k5'), await caseOf('k6')]
  await fukuda.ask('consoleTicketAnswerPost', { body: { ticketNo: said, text: '確認中です。' } })
  await sql`update identity_check set state = 'matched' where check_id in ('k5', 'k6')`.execute(db)
  await settle()
  const now = async (ticketNo: string) => {
    const { state, items, entries } = await fukuda.ask('consoleTicketGet', { query: { ticketNo } })
    return [state, items.length, entries.at(-1)?.kind, entries.at(-1)?.actor]
  }
  expect(await now(quiet)).toEqual(['solved', 0, 'solved', 'system'])
  expect(await now(said)).toEqual(['open', 0, 'answered', 'staff'])
  expect(await brokenLaws(harness)).toEqual([])
})

test('一覧からなくなった件は、担当できない', async () => {
  await sql`update identity_check set state = 'matched' where check_id = 'k3'`.execute(db)
  expect(await codeOf(fukuda.ask('consoleQueueTakePost', { body: key('k3') }))).toBe(
    'QUEUE_ITEM_GONE',
  )
})
