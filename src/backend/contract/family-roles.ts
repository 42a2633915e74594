import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { columnsOf, findRow, notNull } from '#backend/db/rows.ts'
import { RefusalError } from '#backend/refusal.ts'
import { type Instant, type TokyoDate, toTokyoDate } from '#domain/tokyo.ts'

/*
 * What every reading of a contract has to know of the roles of a family (docs/decisions/116). Their rows are the area
 * `family`'s.
 */

/**
 * A role (`r`) at a contract (`c`) holds: whoever gave it still is the holder, and the contract and the line are served. It
 * ends with them from that moment on; its row follows within the hour.
 */
export const roleHolds = sql<boolean>`(c.account_id = r.holder_account_id
  and c.status in ('active', 'suspended', 'cancel_reserved')
  and (r.line_id is null or exists (select from line l where l.contract_id = r.contract_id
    and l.line_id = r.line_id and l.status not in ('preparing', 'ended'))))`

/**
 * Of a record of a line's use: it is of a time in which the line had a user of its own. To nobody else is it shown whom
 * that person called, or in which hour the line was used.
 * @param record the table of the record, with `contract_id` and `line_id`
 * @param at its column of the moment
 */
export const isOfLineUser = (record: string, at: string) => sql<boolean>`exists (
  select from family_role u
  where u.contract_id = ${sql.ref(`${record}.contract_id`)}
    and u.line_id = ${sql.ref(`${record}.line_id`)} and u.accepted_at <= ${sql.ref(`${record}.${at}`)}
    and (u.ended_at is null or ${sql.ref(`${record}.${at}`)} < u.ended_at))`

/** Whether a line of the contract, or the one named, has or had a user of its own: lists of records leave theirs out. */
export async function hadLineUser(
  db: Db,
  contractId: string,
  lineId: string | undefined,
): Promise<boolean> {
  const rows = await columnsOf(db, 'family_role', ['line_id'], {
    contract_id: contractId,
    role: 'lineUser',
    accepted_at: notNull,
  })
  return rows.some(({ line_id }) => lineId === undefined || line_id === lineId)
}

/**
 * Before records of a line are shown that name hours or partners of calls.
 * @throws RefusalError FAMILY_LINE_SECRET while somebody uses the line whose communications are not the holder's
 */
export async function requireNoLineUser(
  db: Db,
  { contractId, lineId }: { readonly contractId: string; readonly lineId: string },
): Promise<void> {
  const user = await findRow(
    db,
    'family_role',
    { contract_id: contractId, line_id: lineId, state: 'active' },
    'role_id',
  )
  if (user !== undefined) throw new RefusalError('FAMILY_LINE_SECRET')
}

/** The day on which another gave up the line of this role of a user: what was used before it is that person's own. */
export async function userBeforeLeftOn(db: Db, roleId: string): Promise<TokyoDate | undefined> {
  const before = await db
    .selectFrom('family_role as r')
    .innerJoin('family_role as u', (join) =>
      join
        .onRef('u.contract_id', '=', 'r.contract_id')
        .onRef('u.line_id', '=', 'r.line_id')
        .onRef('u.account_id', '<>', 'r.account_id'),
    )
    .select(sql<Instant | null>`max(u.ended_at)`.as('left_at'))
    .where('r.role_id', '=', roleId)
    .executeTakeFirstOrThrow()
  return before.left_at === null ? undefined : toTokyoDate(before.left_at)
}
