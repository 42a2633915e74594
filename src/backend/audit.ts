import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'

export type AuditFact = {
  /** Contract id, account id or `system`: whose history this belongs to. */
  chain: string
  at: Temporal.Instant
  actor: 'member' | 'staff' | 'system' | 'carrier'
  accountId?: string | undefined
  /** What happened, past tense: `high-speed-turned-off`. */
  action: string
  /** Id of the thing it happened to; never a phone number or a name. */
  target: string
  details?: Record<string, unknown>
  traceKey?: string | undefined
}

/** Appends to the chain; each row carries the hash of the one before, so that a removed or edited row shows. */
export async function recordAudit(db: Db, fact: AuditFact) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${'audit ' + fact.chain}, 0))`.execute(db)
  const last = await db
    .selectFrom('audit_entry')
    .select(['position', 'hash'])
    .where('chain', '=', fact.chain)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  const row = {
    chain: fact.chain,
    position: (last?.position ?? 0) + 1,
    at: fact.at,
    actor: fact.actor,
    account_id: fact.accountId ?? null,
    action: fact.action,
    target: fact.target,
    details: JSON.stringify(fact.details ?? {}),
    trace_key: fact.traceKey ?? null,
    previous_hash: last?.hash ?? '',
  }
  await db
    .insertInto('audit_entry')
    .values({ ...row, hash: hashOf(row) })
    .execute()
}

type Hashed = {
  chain: string
  position: number
  at: Temporal.Instant
  actor: string
  account_id: string | null
  action: string
  target: string
  details: string
  previous_hash: string
}

/** PostgreSQL keeps microseconds and its own JSON text, so both are hashed in a form that survives the round trip. */
function hashOf(row: Hashed) {
  const parts = [
    row.previous_hash,
    row.chain,
    String(row.position),
    String(row.at.epochMilliseconds),
    row.actor,
    row.account_id ?? '',
    row.action,
    row.target,
    canonical(JSON.parse(row.details)),
  ]
  return createHash('sha256').update(parts.join('\0')).digest('base64url')
}

/** JSON with sorted keys: two equal values give one text. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** The first position whose hash does not follow from its row and its predecessor, if any. */
export async function findBrokenAudit(db: Db, chain: string): Promise<number | undefined> {
  const rows = await db
    .selectFrom('audit_entry')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('position')
    .execute()
  let previous = ''
  for (const [index, row] of rows.entries()) {
    const expected = hashOf({
      ...row,
      details: JSON.stringify(row.details),
      previous_hash: previous,
    })
    if (row.position !== index + 1 || row.previous_hash !== previous || row.hash !== expected)
      return index + 1
    previous = row.hash
  }
  return undefined
}
