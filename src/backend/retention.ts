import { sql, type RawBuilder } from 'kysely'
import { noteUsageDeleted } from '#backend/data/public.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { inRounds, type Round } from '#backend/db/in-rounds.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { insertRow } from '#backend/db/rows.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { deleteAccount } from '#backend/holder.ts'
import type { Log } from '#backend/log.ts'
import {
  isAbout,
  usageStoredFrom,
  type Clocks,
  type MemberIds,
  type MemberTable,
  type TableDeclaration,
} from '#backend/table.ts'
import { retentionPurposes, lastRetainedDay } from '#domain/account/retention.ts'
import { contractIdOf, findContractId } from '#backend/contract/of-account.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { toTokyoDate, type Instant, type TokyoDate } from '#domain/tokyo.ts'

const ROWS_A_ROUND = 1000
const CONTRACTS_A_ROUND = 500

export type Retention = ReturnType<typeof createRetention>

/** Deletes what was stored for as long as its declaration says: the one place that deletes what members read is deleted. */
export function createRetention(deps: {
  database: Pick<DatabaseHandle, 'db'>
  sealing: Sealing
  log: Log
  tables: readonly TableDeclaration[]
}) {
  const { database, sealing, log, tables } = deps
  const memberTables = tables.flatMap(({ member }) => member ?? [])

  async function deleteExpired(clocks: Clocks): Promise<void> {
    await noteUsageDeleted(database.db, usageStoredFrom(clocks))
    for (const { table, deleteWhen } of tables)
      if (deleteWhen !== undefined) await deleteInRounds(database.db, table, deleteWhen(clocks))
    await deleteOfEndedContracts(clocks)
  }

  async function deleteOfEndedContracts({ now }: Clocks) {
    const today = toTokyoDate(now)
    const rounds = inRounds(
      CONTRACTS_A_ROUND,
      (round) => findEnded(database.db, round),
      (one) => one.contractId,
    )
    for await (const ended of rounds)
      for (const contract of ended) {
        const over = retentionPurposes.filter((name) => {
          const until = lastRetainedDay(name, contract)
          return until !== undefined && until < today && !contract.gone.includes(name)
        })
        const { contractId, accountId } = contract
        if (over.length > 0)
          await isolated(log, { contractId }, 'not deleted', () =>
            database.db.transaction().execute(async (tx) => {
              const expired = memberTables.filter(({ retention }) => over.includes(retention.for))
              // Who has come back has another contract: the account goes with the last one.
              const isLast = (await findContractId(tx, accountId)) === contractId
              // What explains the account's own history stays as long as the account.
              await deleteRows(tx, expired.filter(isOfContract), { accountId, contractId })
              if (over.includes('trade') && isLast) return deleteAccountData(tx, accountId)
              for (const name of over)
                await insertRow(tx, 'let_go', { contract_id: contractId, kept_for: name, at: now })
            }),
          )
      }
  }

  /**
   * Deletes the account and all that no law retains. With a contract that has ended, what is about the contract stays until
   * its own day.
   */
  async function deleteAccountData(tx: Db, accountId: string, contractId?: string) {
    const expired = memberTables.filter(
      ({ retention }) =>
        contractId === undefined || retention.for === 'account' || retention.for === 'settings',
    )
    await deleteRows(tx, expired, { accountId, contractId })
    await deleteAccount(tx, sealing, accountId, contractId !== undefined)
  }

  return { deleteExpired, deleteAccountData }
}

/** Of the account's rows only the proofs of who held the contract have a day of their own. */
const isOfContract = ({ by, retention }: MemberTable) =>
  by !== 'account_id' || retention.for === 'identity'

/** Contracts that are over, with nothing owed on either side. */
async function findEnded(db: Db, { after, limit }: Round) {
  const rows = await contractEnds(db)
    .select(
      sql<string[]>`array(select kept_for from let_go where contract_id = c.contract_id)`.as(
        'gone',
      ),
    )
    .where('c.contract_id', '>', after)
    .where(
      sql<boolean>`not exists (select 1 from bill
        where contract_id = c.contract_id and state not in ('paid', 'refunded'))`,
    )
    .where('c.status', 'in', contractStates.terminal)
    .orderBy('c.contract_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...toEnd(row), accountId: row.account_id, gone: row.gone }))
}

/** The contract of an account, and from when on the years of its records count. */
export async function findEnd(db: Db, accountId: string) {
  const row = await contractEnds(db)
    .where('c.contract_id', '=', contractIdOf(sql.val(accountId)))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const isOver = contractStates.isTerminal(row.status)
  return { contractId: row.contract_id, end: isOver ? toEnd(row) : undefined }
}

const contractEnds = (db: Db) =>
  db
    .selectFrom('contract as c')
    .select(['c.contract_id', 'c.account_id', 'c.status', 'c.ends_on', 'c.applied_at'])
    .select(
      sql<Instant | null>`(select max(fixed_at) from bill where contract_id = c.contract_id)`.as(
        'last_bill',
      ),
    )

function toEnd(row: {
  contract_id: string
  ends_on: TokyoDate | null
  applied_at: Instant
  last_bill: Instant | null
}) {
  return {
    contractId: row.contract_id,
    endedOn: row.ends_on ?? toTokyoDate(row.applied_at),
    lastBilledOn: row.last_bill === null ? undefined : toTokyoDate(row.last_bill),
  }
}

/** Tables in the order in which their rows can be deleted: what refers to another comes before it. */
async function inOrder(tx: Db, tables: readonly MemberTable[]): Promise<MemberTable[]> {
  const { rows } = await sql<{ child: string; parent: string }>`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
    where contype = 'f' and conrelid <> confrelid`.execute(tx)
  const left = new Map(tables.map((one) => [one.table, one]))
  const ordered: MemberTable[] = []
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ table }) => !rows.some(({ child, parent }) => parent === table && left.has(child)),
    )
    if (free.length === 0) throw new Error('tables refer to each other in a circle')
    for (const one of free) left.delete(one.table)
    ordered.push(...free)
  }
  return ordered
}

/** Deletes the member's rows of these tables; the account's own row is deleted by `deleteAccount` of holder.ts. */
async function deleteRows(tx: Db, tables: readonly MemberTable[], of: MemberIds): Promise<void> {
  const ids = of.contractId === undefined ? of.accountId : `${of.accountId} ${of.contractId}`
  // Without this setting the database refuses to delete what nobody may change.
  await sql`select set_config('portal.kept_long_enough', ${ids}, true)`.execute(tx)
  const others = tables.filter(({ table }) => table !== 'account')
  for (const { table, by } of await inOrder(tx, others))
    await sql`delete from ${sql.table(table)} where ${isAbout(by, of)}`.execute(tx)
}

/** Deletes in rounds, so that none locks much for long. */
async function deleteInRounds(db: Db, table: string, isPast: RawBuilder<boolean>) {
  const name = sql.table(table)
  const old = sql`select ctid, tableoid from ${name} where ${isPast} limit ${ROWS_A_ROUND}`
  for (;;) {
    const { numAffectedRows } =
      await sql`delete from ${name} where (ctid, tableoid) in (${old})`.execute(db)
    if ((numAffectedRows ?? 0n) < ROWS_A_ROUND) break
  }
}
