import { z } from 'zod'
import { allRows, firstRow, insertRow, jsonOf, rowOf, run, type Store } from '../wire/store.ts'

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

const rowSchema = rowOf({
  sessionId: z.string(),
  orderId: z.string(),
  state: z.enum(states),
  returnUrl: z.string(),
  /** Epoch milliseconds. */
  expiresAt: z.int(),
  verifiedOn: z.string().nullable(),
  failure: jsonOf(z.array(z.string())).nullable(),
})

export type Session = z.infer<typeof rowSchema>

const documentSchema = z
  .object({ method: z.string(), kind: z.string(), reference: z.string().nullable() })
  .transform(({ method, kind, reference }) => ({ method, document: { kind, reference } }))

/** What the chip said of the document, and how it was compared: `reference` is the number of the document or certificate. */
export type ReadDocument = z.input<typeof documentSchema>

export function saveDocument(store: Store, sessionId: string, read: ReadDocument): void {
  const sql =
    'INSERT OR REPLACE INTO document (session_id, method, kind, reference) VALUES (?, ?, ?, ?)'
  run(store, sql, sessionId, read.method, read.kind, read.reference)
}

/** `{ method, document }` as the answer says it; both null where no document was read. */
export function findDocument(store: Store, sessionId: string) {
  const sql = 'SELECT method, kind, reference FROM document WHERE session_id = ?'
  return firstRow(store, documentSchema, sql, sessionId) ?? { method: null, document: null }
}

export function insertSession(
  store: Store,
  session: Pick<Session, 'sessionId' | 'orderId' | 'returnUrl' | 'expiresAt'>,
): void {
  insertRow(store, 'session', { ...session, state: 'waiting' })
}

export const findSession = (store: Store, sessionId: string): Session | undefined =>
  firstRow(store, rowSchema, 'SELECT * FROM session WHERE session_id = ?', sessionId)

/** Sessions whose time is over although nothing final was read. */
export const overdueSessions = (store: Store, now: Temporal.Instant): Session[] =>
  allRows(
    store,
    rowSchema,
    `SELECT * FROM session
     WHERE state IN ('waiting', 'reading', 'unreadable') AND expires_at <= ? ORDER BY expires_at`,
    now.epochMilliseconds,
  )

export function updateSession(store: Store, session: Session): void {
  const { sessionId, state, verifiedOn } = session
  const failure = session.failure === null ? null : JSON.stringify(session.failure)
  const sql = 'UPDATE session SET state = ?, verified_on = ?, failure = ? WHERE session_id = ?'
  run(store, sql, state, verifiedOn, failure, sessionId)
}

/** `unreadable` is not: the card may be held against the reader again. */
export function isFinal(state: State): boolean {
  return state === 'matched' || state === 'mismatch' || state === 'expired'
}
