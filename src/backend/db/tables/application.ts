import type { ColumnType, Generated } from 'kysely'

export type ApplicationTables = {
  application: {
    application_id: string
    handle_hash: string
    account_id: string | null
    state: string
    /** Sealed JSON of every answer (domain/application/answers.ts). */
    answers_sealed: string
    version: Generated<number>
    /** The version that last saved each step, by its key: `kind.2`. */
    step_versions: ColumnType<Record<string, number>, string | undefined, string>
    is_personal: Generated<boolean>
    identity_ref: string
    card_sealed: string | null
    card_brand: string | null
    card_last4: string | null
    card_expires: string | null
    order_no: string | null
    contract_id: string | null
    person_index: string | null
    namesake_index: string | null
    name_index: string | null
    sound_index: string | null
    phone_index: string | null
    address_index: string | null
    birth_index: string | null
    doubt: string | null
    reason: string | null
    /** Of staff, until the worker has carried it out and after. */
    decision: 'accept' | 'reject' | null
    decision_at: Temporal.Instant | null
    created_at: Temporal.Instant
    changed_at: Temporal.Instant
    expires_at: Temporal.Instant
    reminded_at: Temporal.Instant | null
    submitted_at: Temporal.Instant | null
    decided_at: Temporal.Instant | null
    closed_at: Temporal.Instant | null
    withdraw_asked_at: Temporal.Instant | null
  }
  application_visit: {
    state_hash: string
    application_id: string
    line: number
    number_sealed: string
    back_path: string
    begun_at: Temporal.Instant
    ended_at: Temporal.Instant | null
  }
  application_link: {
    code_hash: string
    application_id: string
    /** Address and link until they are sent. */
    link_sealed: string | null
    sent_at: Temporal.Instant
    expires_at: Temporal.Instant
    used_at: Temporal.Instant | null
  }
  contract_holder: {
    contract_id: string
    person_index: string
    namesake_index: string
    /** None of a row that the version before has written, until the worker comes by. */
    name_index: string | null
    sound_index: string | null
    phone_index: string | null
    address_index: string | null
  }
}
