import type { BrokenLaw } from '#backend/broken-law.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { createDueWork } from '#backend/jobs/due-work.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { tasksOf } from '#server/worker.ts'
import { startHarness, type Harness } from '../harness.ts'
import { makeMember } from '../members.ts'
import { setProgramClock, startPortal } from './portal-process.ts'
import { until } from './until.ts'
import { bookSize } from '../sizes.ts'

const MIDNIGHT = '2026-12-01T00:00:00+09:00'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness('2026-11-20T10:00:00+09:00')
})
afterAll(() => harness?.stop())

async function rows(text: string, values: unknown[] = []) {
  return (await harness.database.pool.query(text, values)).rows
}

/** Everything that falls due at a moment, as one worker does it. */
async function workThrough(at: string) {
  harness.clock.set(at)
  for (const task of tasksOf(harness.services, harness.drain)) await task.run(harness.clock.now())
}

/** What the turn has left, of everybody: a second run must not change a row of it. */
const everything = () =>
  rows(
    `select (select count(*)::int from data_bucket) as buckets, (select count(*)::int from data_entry) as entries,
       (select count(*)::int from audit_entry) as audited, (select count(*)::int from notice) as notices,
       (select count(*)::int from mail_message) as mails, (select count(*)::int from order_event) as events`,
  )

describe('R9：月の変わり目の仕事を、0時の前後に4回、2つ同時に走らせても', () => {
  test('基本データ量も容量の変更も、ひとりに1回ずつ', async () => {
    const staying = await makeMember(harness, { loginId: 'staying', startedOn: '2026-11-01' })
    const changing = await makeMember(harness, { loginId: 'changing', startedOn: '2026-11-01' })
    await bookSize(changing, 18)
    const leaving = await makeMember(harness, { loginId: 'leaving', startedOn: '2026-11-01' })
    await harness.database.db
      .updateTable('contract')
      .set({ ends_on: tokyoDate('2026-11-30') })
      .where('contract_id', '=', leaving.contractId)
      .execute()
    await workThrough('2026-11-30T22:00:00+09:00')

    const round = (at: string) => Promise.all([workThrough(at), workThrough(at)])
    await round('2026-11-30T23:40:00+09:00')
    await round(MIDNIGHT)
    await round('2026-12-01T00:10:00+09:00')
    const once = await everything()
    await round('2026-12-01T00:50:00+09:00')
    expect(await everything()).toEqual(once)

    const given = async (contractId: string) =>
      rows(
        `select b.bucket_id, b.granted_bytes, count(e.source)::int as grants
         from data_bucket b left join data_entry e
           on e.contract_id = b.contract_id and e.source = 'grant/' || b.bucket_id
         where b.contract_id = $1 and b.kind = 'base'
         group by 1, 2 order by 1`,
        [contractId],
      )
    const november = { bucket_id: 'base/2026-11', granted_bytes: 3_000_000_000, grants: 1 }
    expect(await given(staying.contractId)).toEqual([
      november,
      { bucket_id: 'base/2026-12', granted_bytes: 3_000_000_000, grants: 1 },
    ])
    expect(await given(changing.contractId)).toEqual([
      november,
      { bucket_id: 'base/2026-12', granted_bytes: 8_000_000_000, grants: 1 },
    ])
    expect(await given(leaving.contractId)).toEqual([november])
    const applied = await rows(`select chain from audit_entry where action = 'plan-size-applied'`)
    expect(applied).toEqual([{ chain: changing.contractId }])
    expect(await brokenDataLaws(harness.database.db)).toEqual([])
    expect(await findBrokenAudit(harness.database.db, changing.contractId)).toBeUndefined()
  })
})

describe('月の変わり目の検査は、失敗できる', () => {
  test('同じ付与がもう一度書かれていれば見つける', async () => {
    const { contractId } = await makeMember(harness, { loginId: 'twice', startedOn: '2026-11-01' })
    await workThrough('2026-12-01T01:00:00+09:00')
    const planted = await harness.database.db
      .transaction()
      .execute(async (tx) => {
        await sql`
          insert into data_entry (contract_id, position, bucket_id, kind, bytes, occurred_at, recorded_at,
            ends_at, source, number)
          select contract_id, -position, bucket_id, kind, bytes, occurred_at, recorded_at,
            ends_at, source, 1000
          from data_entry where contract_id = ${contractId} and source = 'grant/base/2026-12'`.execute(
          tx,
        )
        throw new Planted(await brokenDataLaws(tx))
      })
      .catch((error: unknown) => (error instanceof Planted ? error.broken : []))
    expect(planted.map((one) => [one.law, one.what])).toEqual([
      ['a bucket holds the sum of its entries', 'base/2026-12'],
      ['a grant is entered once and whole', 'base/2026-12'],
    ])
  })
})

/** Rolls the planted row back and carries what was found out of the transaction. */
class Planted extends Error {
  readonly broken: BrokenLaw[]
  constructor(broken: BrokenLaw[]) {
    super('planted')
    this.broken = broken
  }
}

describe('R9：途中で働き手が落ちても', () => {
  const MANY = 250

  test('残りは次の働き手が行い、誰も抜けず、誰も2回もらわない', async () => {
    await makeContracts(MANY)
    const granted = async () => {
      const [found] = await rows(
        `select count(*)::int as entries, count(distinct contract_id)::int as contracts
         from data_entry where source = 'grant/base/2027-01' and contract_id like 'ctr_turn%'`,
      )
      return found
    }
    // The last contract is in somebody's hands: the worker settles two rounds of 100 and waits for it in the third.
    const { promise: blocked, resolve: release } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const holding = harness.database.db.transaction().execute(async (tx) => {
      // It waits for two rounds of another process, however long a busy machine takes for them.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      await tx
        .selectFrom('contract')
        .select('contract_id')
        .where('contract_id', '=', contractNo(MANY))
        // Strong enough to make the ledger's lock wait; rows that refer to the contract may still be added.
        .forShare()
        .execute()
      begin()
      await blocked
    })
    onTestFinished(() => release())
    await begun
    harness.clock.set('2027-01-01T00:00:05+09:00')
    await setProgramClock(harness)
    const workedUntil = Temporal.Instant.from('2026-12-31T23:00:00+09:00')
    await harness.database.db
      .updateTable('clock_setting')
      .set({ worked_until: workedUntil })
      .execute()
    const worker = await startPortal(harness, { port: 5350, parts: ['worker'] })
    onTestFinished(() => worker.kill())
    await until('the first two rounds are done', async () => (await granted())?.contracts >= 150)
    await worker.kill()
    const halfWay = await granted()
    release()
    await holding
    expect(halfWay.contracts).toBeLessThan(MANY)

    const next = createDueWork({
      database: harness.database,
      tasks: tasksOf(harness.services, harness.drain),
      refreshClock: async () => undefined,
      isMovable: true,
      log: harness.services.log,
    })
    await until('the hour is worked through', async () => {
      await next.run()
      const [setting] = await rows('select worked_until from clock_setting')
      return Temporal.Instant.compare(setting.worked_until, workedUntil) > 0
    })
    expect(await granted()).toEqual({ entries: MANY, contracts: MANY })
    expect(await brokenDataLaws(harness.database.db)).toEqual([])
  })
})

const contractNo = (n: number) => `ctr_turn${String(n).padStart(4, '0')}`

/** Contracts without a line: nothing but their month turns. */
async function makeContracts(count: number) {
  const { accountId } = await harness.signIn('turning')
  await harness.database.pool.query(
    `insert into account select (json_populate_record(a,
       json_build_object('account_id', 'acc_turn' || n, 'subject', 'turn-' || n))).*
     from account a, generate_series(1, $2) as n where a.account_id = $1`,
    [accountId, count],
  )
  await harness.database.pool.query(
    `insert into contract (contract_id, account_id, plan_code, course, status, applied_at, started_on,
       document_received_on)
     select 'ctr_turn' || lpad(n::text, 4, '0'), 'acc_turn' || n, 13, 'single', 'active',
       '2026-11-28T00:00:00Z', '2026-12-01', '2026-12-01' from generate_series(1, $1) as n`,
    [count],
  )
  // Their papers are in order: printing them is not what the turn is about.
  await harness.database.pool.query(
    `insert into contract_document (contract_id, doc_id, kind, version, title, requested_at,
       content_sealed, state)
     select contract_id, 'doc_' || contract_id, 'new', 1, '', '2026-12-01T00:00:00Z', '', 'unprintable'
     from contract where contract_id like 'ctr_turn%'`,
  )
}
