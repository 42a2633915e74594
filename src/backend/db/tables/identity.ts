import type { Generated, JSONColumnType } from 'kysely'
import type { TokyoDate } from '#domain/tokyo.ts'

export type IdentityTables = {
  identity_check: {
    account_id: string
    check_id: string
    contract_id: string | null
    order_no: string
    state: string
    attempts: Generated<number>
    /** One more for each time staff asked for other documents; the readings are counted within it. */
    round: Generated<number>
    session_id: string | null
    expires_at: Temporal.Instant | null
    verified_on: TokyoDate | null
    failure: JSONColumnType<string[]> | null
    back_path: string | null
    /** Sealed JSON of what is compared with the document; null before the first reading. */
    expected_sealed: string | null
    /** What staff asked to be read instead, in the member's words. */
    asked: string | null
    opened_at: Temporal.Instant
    changed_at: Temporal.Instant
  }
  identity_decision: {
    account_id: string
    check_id: string
    decision: 'approved' | 'refused' | 'documents_asked'
    /** Why it was refused, or what is asked for instead. */
    reason: string | null
    decided_at: Temporal.Instant
    carried_out_at: Temporal.Instant | null
  }
  verified_identity: {
    account_id: string
    /** Sealed JSON: name, kana, birth, address. */
    identity_sealed: string
    method: string
    verified_on: TokyoDate
    verified_at: Temporal.Instant
  }
}
