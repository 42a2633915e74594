import type { Generated } from 'kysely'
import type { SuccessionFileKind, SuccessionWish } from '#vocabulary/succession.ts'

export type SuccessionTables = {
  succession: {
    account_id: string
    succession_id: string
    contract_id: string
    state: string
    wish: SuccessionWish
    /** Sealed JSON of what was typed (backend/succession/rows/successions.ts). */
    answers_sealed: string
    identity_ref: string
    card_sealed: string | null
    card_brand: string | null
    card_last4: string | null
    card_expires: string | null
    order_no: string | null
    birth_index: string | null
    terms_version: string | null
    asked: string | null
    reason: string | null
    /** Of staff, until the worker has carried it out. */
    decision: 'accept' | 'ask' | 'reject' | null
    decision_reason: string | null
    decision_at: Temporal.Instant | null
    /** Beside a request for papers: the death is shown, and the contract is to be paused. */
    decision_pauses: Generated<boolean>
    /** Of the link by which the holder stops it; sealed as well, because every message carries it. */
    stop_hash: string | null
    stop_sealed: string | null
    /** When staff last took the papers out to read them. */
    shown_at: Temporal.Instant | null
    pause_from: Temporal.Instant | null
    paused_at: Temporal.Instant | null
    moves_from: Temporal.Instant | null
    created_at: Temporal.Instant
    changed_at: Temporal.Instant
    submitted_at: Temporal.Instant | null
    asked_at: Temporal.Instant | null
    closed_at: Temporal.Instant | null
  }
  succession_document: {
    account_id: string
    document_id: string
    succession_id: string
    kind: SuccessionFileKind
    file_sealed: Buffer
    size_bytes: number
    given_index: string
    taken_in_at: Temporal.Instant
  }
}
