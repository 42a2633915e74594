import { sql, type RawBuilder } from 'kysely'
import { noteUsageDeleted } from '#backend/data/public.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Clocks, Held } from '#backend/held.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { deleteAccount } from '#backend/holder.ts'
import { letGo } from '#backend/letting-go.ts'
import type { Log } from '#backend/log.ts'
import { keptForNames, lastKeptDay, usageKeptFrom } from '#domain/account/kept-for.ts'
import { contractIdOf, findContractId } from '#backend/contract/of-account.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { startOfDay, toTokyoDate, type Instant, type TokyoDate } from '#domain/tokyo.ts'

const ROWS_A_ROUND = 1000
const CONTRACTS_A_ROUND = 500

const daysBefore = (now: Temporal.Instant, days: number) => now.subtract({ hours: 24 * days })

/** Rows with no member's key, that are of use for a time only. Reasons: docs/decisions 019 and 055. */
const pastUse: Readonly<Record<string, (clocks: Clocks) => RawBuilder<boolean>>> = {
  login_attempt: ({ loginNow }) => sql`created_at < ${daysBefore(loginNow, 1)}`,
  // Records of lines we did not know: kept like those we did.
  call_stray: (clocks) => sql`received_at < ${usageFrom(clocks)}`,
  call_fault: (clocks) => sql`resolved_at is not null and failed_at < ${usageFrom(clocks)}`,
  usage_stray: (clocks) => sql`received_at < ${usageFrom(clocks)}`,
  usage_late: (clocks) => sql`received_at < ${usageFrom(clocks)}`,
  // Counted by the machines' clock, which nobody moves.
  request_count: () => sql`expire < extract(epoch from clock_timestamp()) * 1000`,
}

const usageFrom = ({ now }: Clocks) => startOfDay(usageKeptFrom(toTokyoDate(now)))

export type Retention = ReturnType<typeof createRetention>

/** Lets go of what was kept long enough: the one place that deletes what members are told is deleted. */
export function createRetention(deps: {
  database: Pick<DatabaseHandle, 'db'>
  sealing: Sealing
  log: Log
  held: readonly Held[]
}) {
  const { database, sealing, log, held } = deps

  async function forget(clocks: Clocks): Promise<void> {
    await noteUsageDeleted(database.db, usageFrom(clocks))
    for (const [table, when] of Object.entries(pastUse))
      await deleteInRounds(database.db, table, when(clocks))
    for (const { table, kept } of held)
      if (kept.past !== undefined) await deleteInRounds(database.db, table, kept.past.when(clocks))
    await forgetContracts(clocks)
  }

  /** What is over of contracts that have ended. */
  async function forgetContracts({ now }: Clocks) {
    const today = toTokyoDate(now)
    for (let after = ''; ;) {
      const ended = await findEnded(database.db, after)
      for (const contract of ended) {
        const over = keptForNames.filter((name) => {
          const until = lastKeptDay(name, contract)
          return until !== undefined && until < today && !contract.gone.includes(name)
        })
        const { contractId, accountId } = contract
        if (over.length > 0)
          await isolated(log, { contractId }, 'not let go', () =>
            database.db.transaction().execute(async (tx) => {
              const going = held.filter(({ kept }) => over.includes(kept.for))
              // Who has come back has another contract: the account goes with the last one.
              const isLast = (await findContractId(tx, accountId)) === contractId
              // What explains the account's own history stays as long as the account.
              await letGo(tx, going.filter(isOfContract), { accountId, contractId })
              if (over.includes('trade') && isLast) return forgetAccount(tx, accountId)
              for (const name of over)
                await tx
                  .insertInto('let_go')
                  .values({ contract_id: contractId, kept_for: name, at: now })
                  .execute()
            }),
          )
      }
      const last = ended.at(-1)
      if (last === undefined || ended.length < CONTRACTS_A_ROUND) return
      after = last.contractId
    }
  }

  /**
   * Lets go of the account and of all that no law keeps. With a contract that has ended what is about that stays until
   * its own day.
   */
  async function forgetAccount(tx: Db, accountId: string, contractId?: string) {
    const going = held.filter(
      ({ kept }) => contractId === undefined || kept.for === 'account' || kept.for === 'settings',
    )
    await letGo(tx, going, { accountId, contractId })
    await deleteAccount(tx, sealing, accountId, contractId !== undefined)
  }

  return { forget, forgetAccount }
}

/** Of the account's rows only the proofs of who held the contract have a day of their own. */
const isOfContract = ({ by, kept }: Held) => by !== 'account_id' || kept.for === 'identity'

/** Contracts that are over, with nothing owed on either side. */
async function findEnded(db: Db, after: string) {
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
    .limit(CONTRACTS_A_ROUND)
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
