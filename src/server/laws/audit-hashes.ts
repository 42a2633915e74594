import { findBrokenAudit } from '#backend/audit.ts'
import type { BrokenLaw } from '#backend/broken-law.ts'
import type { Db } from '#backend/db/connect.ts'
import { anyOf, updateRows } from '#backend/db/rows.ts'

/** Each hour; in a large house the whole is gone through in the course of days. */
const HOURLY_MS = 20_000
const AT_ONCE = 500

/**
 * Works out the hashes of the audits that were not checked for longest, or of all of them: what no query can, since
 * what is hashed is not PostgreSQL's text. A database that takes no writes (a standby, a recovery that waits) is gone through
 * as a whole and not marked.
 */
export async function brokenAudits(
  db: Db,
  checkedAt: Temporal.Instant,
  { all = false, isReadOnly = false } = {},
): Promise<BrokenLaw[]> {
  const broken: BrokenLaw[] = []
  const began = performance.now()
  const next = (after: string) =>
    isReadOnly ? chainsAfter(db, after) : uncheckedLongest(db, checkedAt)
  for (let left = await next(''); left.length > 0; left = await next(left.at(-1) ?? '')) {
    for (const chain of left) {
      const position = await findBrokenAudit(db, chain)
      if (position !== undefined) broken.push(brokenAt(chain, position))
    }
    if (!isReadOnly)
      await updateRows(db, 'audit_head', { chain: anyOf(left) }, { checked_at: checkedAt })
    if (!all && performance.now() - began > HOURLY_MS) break
  }
  return broken
}

async function chainsAfter(db: Db, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_head')
    .select('chain')
    .where('chain', '>', after)
    .orderBy('chain')
    .limit(AT_ONCE)
    .execute()
  return rows.map(({ chain }) => chain)
}

function brokenAt(chain: string, position: number): BrokenLaw {
  const law = 'the hashes of an audit follow from its entries'
  return { law, contract_id: chain, what: `position ${position}`, found: 'another hash, or none' }
}

async function uncheckedLongest(db: Db, before: Temporal.Instant): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_head')
    .select('chain')
    .where((where) => where.or([where('checked_at', 'is', null), where('checked_at', '<', before)]))
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .orderBy('chain')
    .limit(AT_ONCE)
    .execute()
  return rows.map(({ chain }) => chain)
}
