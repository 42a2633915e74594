import { z } from 'zod'
import type { Store } from '../wire/store.ts'

export const sessionSchema = `
  CREATE TABLE IF NOT EXISTS session (
    session_id TEXT PRIMARY KEY, order_id TEXT NOT NULL, state TEXT NOT NULL,
    return_url TEXT NOT NULL, expires_at INTEGER NOT NULL,
    verified_on TEXT, failure TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS session_open ON session (expires_at)
    WHERE state IN ('waiting', 'reading', 'unreadable');
  CREATE TABLE IF NOT EXISTS document (
    session_id TEXT PRIMARY KEY, method TEXT NOT NULL, kind TEXT NOT NULL, reference TEXT
  ) STRICT;`

const states = ['waiting', 'reading', 'matched', 'mismatch', 'unreadable', 'expired'] as const
export type State = (typeof states)[number]

const rowSchema = z
  .object({
    session_id: z.string(),
    order_id: z.string(),
    state: z.enum(states),
    return_url: z.string(),
    expires_at: z.int(),
    verified_on: z.string().nullable(),
    failure: z.string().nullable(),
  })
  .transform((row) => ({
    sessionId: row.session_id,
    orderId: row.order_id,
    state: row.state,
    returnUrl: row.return_url,
    /** Epoch milliseconds. */
    expiresAt: row.expires_at,
    verifiedOn: row.verified_on,
    failure: row.failure === null ? null : z.array(z.string()).parse(JSON.parse(row.failure)),
  }))

export type Session = z.infer<typeof rowSchema>

const documentSchema = z
  .object({ method: z.string(), kind: z.string(), reference: z.string().nullable() })
  .transform(({ method, kind, reference }) => ({ method, document: { kind, reference } }))

/** What the chip said of the document, and how it was compared: `reference` is the number of the document or certificate. */
export type ReadDocument = z.input<typeof documentSchema>

export function saveDocument(store: Store, sessionId: string, read: ReadDocument): void {
  store
    .prepare(
      'INSERT OR REPLACE INTO document (session_id, method, kind, reference) VALUES (?, ?, ?, ?)',
    )
    .run(sessionId, read.method, read.kind, read.reference)
}

/** `{ method, document }` as the answer says it; both null where no document was read. */
export function findDocument(store: Store, sessionId: string) {
  const row = store
    .prepare('SELECT method, kind, reference FROM document WHERE session_id = ?')
    .get(sessionId)
  return row === undefined ? { method: null, document: null } : documentSchema.parse(row)
}

export function insertSession(
  store: Store,
  session: Pick<Session, 'sessionId' | 'orderId' | 'returnUrl' | 'expiresAt'>,
): void {
  store
    .prepare(
      `INSERT INTO session (session_id, order_id, state, return_url, expires_at)
       VALUES (?, ?, 'waiting', ?, ?)`,
    )
    .run(session.sessionId, session.orderId, session.returnUrl, session.expiresAt)
}

export function findSession(store: Store, sessionId: string): Session | undefined {
  const row = store.prepare('SELECT * FROM session WHERE session_id = ?').get(sessionId)
  return row === undefined ? undefined : rowSchema.parse(row)
}

/** Sessions whose time is over although nothing final was read. */
export function overdueSessions(store: Store, now: Temporal.Instant): Session[] {
  return store
    .prepare(
      `SELECT * FROM session
       WHERE state IN ('waiting', 'reading', 'unreadable') AND expires_at <= ? ORDER BY expires_at`,
    )
    .all(now.epochMilliseconds)
    .map((row) => rowSchema.parse(row))
}

export function updateSession(store: Store, session: Session): void {
  store
    .prepare('UPDATE session SET state = ?, verified_on = ?, failure = ? WHERE session_id = ?')
    .run(
      session.state,
      session.verifiedOn,
      session.failure === null ? null : JSON.stringify(session.failure),
      session.sessionId,
    )
}

/** `unreadable` is not: the card may be held against the reader again. */
export function isFinal(state: State): boolean {
  return state === 'matched' || state === 'mismatch' || state === 'expired'
}
