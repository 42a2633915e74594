import type { TokyoMonth } from '#domain/tokyo.ts'

export type PartnerTables = {
  partner_consent: {
    account_id: string
    sequence: number
    agreed: boolean
    text_version: string
    at: Temporal.Instant
  }
  partner_link: {
    account_id: string
    status: string
    partner_id_sealed: string | null
    partner_id_index: string | null
    back_path: string | null
    linked_at: Temporal.Instant | null
    changed_at: Temporal.Instant
  }
  partner_link_attempt: {
    account_id: string
    state_hash: string
    session_hash: string
    /** Sealed JSON: state, nonce, verifier. */
    checks_sealed: string
    back_path: string
    begun_at: Temporal.Instant
    code_sealed: string | null
    used_at: Temporal.Instant | null
  }
  point_grant: {
    contract_id: string
    /** The bill they are for. */
    month: TokyoMonth
    /** The partner's idempotency id. */
    order_id: string
    /** The member's id at the partner when it was asked. */
    partner_id_sealed: string
    /** Below zero: taken back for a bill below zero. */
    points: number
    /** What the partner did: of what is taken back no more than there was. */
    moved_points: number | null
    state: 'sent' | 'unknown' | 'ok' | 'refused'
    reason: string | null
    asked_at: Temporal.Instant
    answered_at: Temporal.Instant | null
  }
  survey_answer: {
    account_id: string
    survey_id: string
    answers_sealed: string
    answered_at: Temporal.Instant
  }
}
