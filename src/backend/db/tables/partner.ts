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
  survey_answer: {
    account_id: string
    survey_id: string
    answers_sealed: string
    answered_at: Temporal.Instant
  }
}
