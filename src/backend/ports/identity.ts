import type { CarrierAnswer } from '#backend/ports/carrier.ts'
import type { Evidence } from '#domain/identity/methods.ts'

export type ReadingState = 'waiting' | 'reading' | 'matched' | 'mismatch' | 'unreadable' | 'expired'

/** What came of a reading so far. */
export type Reading = {
  sessionId: string
  state: ReadingState
  verifiedOn: string | null
  /** Names of the fields that differ, for a mismatch. */
  failure: string[] | null
  /** The document that was read, and how; undefined where none was, or the reader does not say all of it. */
  evidence: Evidence | undefined
}

/** The identity reader: it compares the IC chip with what is expected and answers whether they agree, and which document it was. */
export type IdentityPort = {
  /** The same `orderId` again gives the same session. */
  begin: (session: {
    orderId: string
    returnUrl: string
    expected: { name: string; birth: string; address: string }
  }) => Promise<CarrierAnswer<{ sessionId: string; url: string; expiresAt: string }>>
  find: (sessionId: string) => Promise<CarrierAnswer<Reading>>
}
