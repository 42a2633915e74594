import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'

/** One broken law: which, of whom, and the figures that disagree. */
export type BrokenLaw = { law: string; contract_id: string; what: string; found: string }

/** Every query gives the rows that break its law, as contract_id, what, found: an answer without rows is the proof. */
export async function findBrokenLaws(
  db: Db,
  laws: Readonly<Record<string, string>>,
): Promise<BrokenLaw[]> {
  const broken: BrokenLaw[] = []
  for (const [law, query] of Object.entries(laws)) {
    const { rows } = await sql<Omit<BrokenLaw, 'law'>>`${sql.raw(query)}`.execute(db)
    broken.push(...rows.map((row) => ({ law, ...row })))
  }
  return broken
}
