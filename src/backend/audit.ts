import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { findRow, insertRow, rowsOf } from '#backend/db/rows.ts'

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

/** The version by which new entries are hashed. Each row stores its version; stored rows are never hashed again. */
const HASH_VERSION = 2

/**
 * Appends to the chain; each row carries the hash of the one before, so that a removed or edited row shows. A trigger
 * moves the chain's head (`audit_head`) with it, so that a tail that is cut off shows too.
 */
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
    // PostgreSQL would round the clock's nanoseconds, and at the edge of a millisecond to another one than is hashed.
    at: fact.at.round({ smallestUnit: 'millisecond', roundingMode: 'floor' }),
    actor: fact.actor,
    account_id: fact.accountId ?? null,
    action: fact.action,
    target: fact.target,
    details: JSON.stringify(fact.details ?? {}),
    trace_key: fact.traceKey ?? null,
    previous_hash: last?.hash ?? '',
    hash_version: HASH_VERSION,
  }
  await insertRow(db, 'audit_entry', { ...row, hash: hashOf(row) })
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
  trace_key: string | null
  previous_hash: string
  hash_version: number
}

/** PostgreSQL rewrites JSON text, so details are hashed in a canonical form. */
function hashOf(row: Hashed, atMs = row.at.epochMilliseconds) {
  const parts = [
    row.previous_hash,
    row.chain,
    String(row.position),
    String(atMs),
    row.actor,
    row.account_id ?? '',
    row.action,
    row.target,
    canonical(JSON.parse(row.details)),
    ...(row.hash_version === 1 ? [] : [row.trace_key ?? '', String(row.hash_version)]),
  ]
  return createHash('sha256').update(parts.join('\0')).digest('base64url')
}

/** Entries of version 1 were hashed before PostgreSQL rounded their time, now and then up to the next millisecond. */
function isHashOf(hash: string, row: Hashed) {
  if (hash === hashOf(row)) return true
  return row.hash_version === 1 && hash === hashOf(row, row.at.epochMilliseconds - 1)
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

/**
 * The first position whose hash does not follow from its row and its predecessor, or that is missing before the end
 * that the chain's head names, if there is one.
 */
export async function findBrokenAudit(db: Db, chain: string): Promise<number | undefined> {
  const rows = await rowsOf(db, 'audit_entry', { chain }, 'position')
  let previous = ''
  for (const [index, row] of rows.entries()) {
    const { hash, ...facts } = row
    const hashed = { ...facts, details: JSON.stringify(row.details), previous_hash: previous }
    if (row.position !== index + 1 || row.previous_hash !== previous || !isHashOf(hash, hashed))
      return index + 1
    previous = hash
  }
  const head = await findRow(db, 'audit_head', { chain }, 'position', 'hash')
  const ends = (head?.position ?? 0) === rows.length && (head?.hash ?? '') === previous
  return ends ? undefined : rows.length + 1
}
