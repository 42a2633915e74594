import { expect, test } from 'vitest'
import { connectDatabase, type Db } from '#backend/db/connect.ts'
import { megabytes } from '#domain/bytes.ts'
import { instant, type Instant } from '#domain/tokyo.ts'
import { presentGrant } from '#tests/facts/pool-histories.ts'
import { makeMember } from '#tests/api/members.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { lookAtCalendar } from './commands/look-at-calendar.ts'
import { giveData } from './commands/give-data.ts'
import { chargeQueued } from './commands/charge-queued.ts'

const harness = await useHarness('2027-03-10T12:00:00+09:00')
const { services } = harness
const { db } = harness.database
const inTransaction = <Result>(work: (tx: Db) => Promise<Result>) => db.transaction().execute(work)

let serial = 0
async function newMember(startedOn: string) {
  const loginId = `looked-at-${(serial += 1)}`
  return makeMember(harness, { loginId, startedOn, planCode: 13 })
}
type Member = Awaited<ReturnType<typeof newMember>>

const give = ({ contractId }: Member, at: Instant, end: Instant) => {
  const gift = presentGrant('gift', `P${(serial += 1)}`, megabytes(500), at, end)
  return inTransaction((tx) => giveData(tx, services, contractId, gift, at))
}

const waiting = async ({ contractId }: Member) =>
  (await rowsOf(harness, 'ledger_due', ['since'], { contract_id: contractId })).length

test('見ているあいだに確定していなかった購入も、つぎの1時間に見つかる', async () => {
  const noon = instant('2027-03-10T12:00:00+09:00')
  const late = await newMember('2027-03-01')
  await lookAtCalendar(services, noon)
  await chargeQueued(services, noon)
  const other = connectDatabase({ url: services.config.DATABASE_URL })
  await other.db.transaction().execute(async (tx) => {
    const at = noon.add({ minutes: 10 })
    const gift = presentGrant('gift', 'late', megabytes(500), at, at.add({ minutes: 20 }))
    await giveData(tx, services, late.contractId, gift, at)
    await lookAtCalendar(services, noon.add({ hours: 1 }))
    expect(await waiting(late)).toBe(0)
  })
  await other.close()
  await lookAtCalendar(services, noon.add({ hours: 2 }))
  expect(await waiting(late)).toBe(1)
})

/** A worker that dies when it notes this contract. */
async function dyingAt({ contractId }: Member, work: () => Promise<void>) {
  await harness.database.pool.query(`
    create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
    create trigger dies before insert on ledger_due for each row
      when (new.contract_id = '${contractId}') execute function die()`)
  await expect(work()).rejects.toThrow('killed')
  await harness.database.pool.query('drop function die cascade')
}

const inOrder = (a: Member, b: Member) => (a.contractId < b.contractId ? -1 : 1)
const entriesOf = async ({ contractId }: Member) =>
  (await rowsOf(harness, 'data_entry', ['source'], { contract_id: contractId }, 'position')).map(
    ({ source }) => source.replace(/P\d+/, 'P'),
  )

test.each([
  { of: '1日の最初の見回り', at: '2027-04-11T00:00:00+09:00', endsIn: 30 },
  { of: '期限の来たものが多い1時間', at: '2027-04-20T13:00:00+09:00', endsIn: 30 },
  { of: '変わったものが多い1時間', at: '2027-04-22T13:00:00+09:00', endsIn: -30 },
])('$of の途中で倒れても、二人が同時にやり直しても、期限は一度ずつ来る', async ({ at, endsIn }) => {
  const now = instant(at)
  const hourBefore = now.subtract({ hours: 1 })
  const bought = now.subtract({ hours: 3 })
  const pair = [await newMember('2027-04-01'), await newMember('2027-04-01')].toSorted(inOrder)
  const [, second] = pair
  if (second === undefined) throw new Error('two members')
  await lookAtCalendar(services, bought)
  await chargeQueued(services, bought)
  const giveBoth = async () => {
    for (const one of pair) await give(one, bought, hourBefore.add({ minutes: endsIn }))
  }
  // What ends later was seen by the hour before; what was over by then came from a clock that is behind.
  if (endsIn > 0) await giveBoth()
  await lookAtCalendar(services, hourBefore)
  if (endsIn < 0) await giveBoth()
  await dyingAt(second, () => lookAtCalendar(services, now, 1))
  const other = connectDatabase({ url: services.config.DATABASE_URL })
  await Promise.all([lookAtCalendar(services, now, 1), lookAtCalendar({ database: other }, now, 1)])
  await other.close()
  await chargeQueued(services, now)
  for (const one of pair)
    expect(await entriesOf(one)).toEqual(['grant/base/2027-04', 'grant/gift/P', 'expire/gift/P'])
  expect(await rowsOf(harness, 'ledger_due', '*')).toEqual([])
})
