import { sql } from 'kysely'
import { contractIdOf } from '#backend/contract/of-account.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import { isAbout, type MemberTable } from '#backend/table.ts'
import { findEnd } from '#backend/retention.ts'
import { retentionWords, lastRetainedDay } from '#domain/account/retention.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { heldApi } from '#protocol/held.ts'
import { memberExportFile } from '#vocabulary/pages.ts'
import { memberExportStateWords } from '#vocabulary/states/member-export.ts'
import { currentExports, type ExportRow } from '../rows.ts'

/** The account's exports that have not expired, the newest first (wire MemberExports). */
export async function listExports(
  db: Db,
  { accountId, now }: { readonly accountId: string; readonly now: Instant },
): Promise<Answer<typeof heldApi.memberExportGet>> {
  return { exports: (await currentExports(db, accountId, now)).map(toWire) }
}

function toWire(row: ExportRow) {
  const isReady = row.state === 'ready'
  return {
    exportId: row.export_id,
    state: row.state,
    stateLabel: memberExportStateWords[row.state].label,
    tablesDone: row.tables_done,
    tablesInAll: row.tables.length,
    rows: row.rows_gathered,
    wholeNumbers: row.whole_numbers,
    requestedAt: formatRfc3339(row.requested_at),
    expiresAt: formatRfc3339(row.expires_at),
    ...(isReady && {
      zipUrl: memberExportFile(row.export_id, 'zip'),
      jsonUrl: memberExportFile(row.export_id, 'json'),
    }),
  }
}

/** Whether the account's deletion was requested, for when, and what stands in its way (wire AccountDeletion). */
export async function deletionStatus(
  db: Db,
  { accountId }: { readonly accountId: string },
): Promise<Answer<typeof heldApi.accountDeletionGet>> {
  const { refusal, contractId } = await standingOf(db, accountId)
  const row = await findRow(db, 'account_deletion', { account_id: accountId })
  return {
    state: row === undefined ? 'none' : row.withdrawn_at === null ? 'requested' : 'withdrawn',
    ...(row && {
      requestedAt: formatRfc3339(row.requested_at),
      dueAt: formatRfc3339(row.due_at),
    }),
    ...(refusal && { refusal }),
    keeps: contractId !== undefined,
  }
}

/** Whether the account can be deleted: it has no contract, or one that is over and paid. */
export async function standingOf(db: Db, accountId: string) {
  const contract = await db
    .selectFrom('contract as c')
    .select(['c.contract_id', 'c.status'])
    .select(
      sql<boolean>`exists (select 1 from bill where contract_id = c.contract_id and state not in ('paid', 'refunded'))`.as(
        'owes',
      ),
    )
    .where('c.contract_id', '=', contractIdOf(sql.val(accountId)))
    .executeTakeFirst()
  if (contract === undefined) return {}
  const { contract_id: contractId, status, owes } = contract
  const isOver = contractStates.isTerminal(status)
  if (!isOver) return { contractId, refusal: 'ACCOUNT_IN_USE' as const }
  return owes ? { contractId, refusal: 'ACCOUNT_OWES' as const } : { contractId }
}

/** The kinds of records there are about the member, found by the declarations that retention goes by (wire HeldKinds). */
export async function listKinds(
  db: Db,
  { memberTables }: { readonly memberTables: readonly MemberTable[] },
  { accountId, now }: { readonly accountId: string; readonly now: Instant },
): Promise<Answer<typeof heldApi.heldGet>> {
  const contract = await findEnd(db, accountId)
  const of = { accountId, contractId: contract?.contractId }
  const asked = memberTables.map(
    ({ table, by }) =>
      sql`select ${table} as name where exists (select 1 from ${sql.table(table)} where ${isAbout(by, of)})`,
  )
  const { rows } = await sql<{ name: string }>`${sql.join(asked, sql` union all `)}`.execute(db)
  const known = new Set(rows.map(({ name }) => name))
  return {
    kinds: memberTables
      .filter(({ table }) => known.has(table))
      .map(({ title, retention }) => {
        const end = contract?.end
        const until = end === undefined ? undefined : lastRetainedDay(retention.for, end)
        return {
          title,
          keptFor:
            contract === undefined
              ? retentionWords.account(toTokyoDate(now))
              : retentionWords[retention.for](toTokyoDate(now)),
          ...(until && { keptUntil: until }),
          ...(retention.earlier && { earlier: retention.earlier.words }),
        }
      }),
  }
}
