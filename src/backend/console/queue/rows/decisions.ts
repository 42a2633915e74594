import { sql, type Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Database } from '#backend/db/tables.ts'
import { lockRow } from '#backend/db/rows.ts'
import type { Instant } from '#domain/tokyo.ts'

export type DecisionRow = Selectable<Database['staff_decision']>

type Key = { readonly item: string; readonly ref: string }

/** The decisions that wait, of these items: at most one each. */
export async function waitingDecisions(db: Db, keys: readonly Key[]): Promise<DecisionRow[]> {
  if (keys.length === 0) return []
  const items = keys.map(({ item }) => item)
  const refs = keys.map(({ ref }) => ref)
  return db
    .selectFrom('staff_decision')
    .selectAll()
    .where('state', '=', 'waiting')
    .where(sql<boolean>`(item, ref) in (select * from unnest(${items}::text[], ${refs}::text[]))`)
    .execute()
}

/** Everything that was ever decided of an item, the latest first. */
export async function decisionsOfItem(db: Db, { item, ref }: Key): Promise<DecisionRow[]> {
  return db
    .selectFrom('staff_decision')
    .selectAll()
    .where(sql<boolean>`(item, ref) = (${item}, ${ref})`)
    .orderBy('decided_at', 'desc')
    .limit(50)
    .execute()
}

/** The decision, locked; undefined where there is none. */
export async function lockDecision(tx: Db, decisionId: string): Promise<DecisionRow | undefined> {
  return lockRow(tx, 'staff_decision', { decision_id: decisionId })
}

const ROUND = 200

/** Decisions whose minute is over. */
export async function dueDecisions(db: Db, now: Instant): Promise<string[]> {
  const rows = await db
    .selectFrom('staff_decision')
    .select('decision_id')
    .where('state', '=', 'waiting')
    .where('carry_out_at', '<=', now)
    .orderBy('carry_out_at')
    .limit(ROUND)
    .execute()
  return rows.map((row) => row.decision_id)
}
