import type { Generated } from 'kysely'
import type { TokyoDate, TokyoMonth } from '#domain/tokyo.ts'
import type { Account } from '#vocabulary/account.ts'
import type { OptionCode } from '#vocabulary/option.ts'
import type { ChargeKind, TaxBasis } from '#vocabulary/price.ts'

export type BillingTables = {
  option_period: {
    contract_id: string
    period_id: string
    /** None for an option of the contract. */
    line_id: string | null
    option_code: OptionCode
    joined_at: Temporal.Instant
    /** The last day; none while it runs. */
    to_on: TokyoDate | null
    /** Set where it ended at once, before its last day was over. */
    left_at: Generated<Temporal.Instant | null>
    /** The order it was joined by, and the version of the terms that was agreed to with it; none of before orders. */
    join_order_no: Generated<string | null>
    terms_version: Generated<string | null>
    /** What the member chose (a number to forward to) and what the provider handed over, sealed. */
    settings_sealed: Generated<string | null>
    activation_sealed: Generated<string | null>
  }
  bill: {
    contract_id: string
    month: TokyoMonth
    bill_id: string
    state: string
    period_from: TokyoDate
    period_to: TokyoDate
    out_of_scope_yen: number
    total_yen: number
    fixed_at: Temporal.Instant
    charge_on: TokyoDate
    paid_at: Temporal.Instant | null
    /** Seven days before the suspension. */
    reminded_at: Generated<Temporal.Instant | null>
    /** When service was stopped for it; later than the course says where an answer was awaited. */
    suspended_at: Generated<Temporal.Instant | null>
    /** When the member was told that the bill is below zero and kept for later ones. */
    credit_told_at: Generated<Temporal.Instant | null>
    /** How often contract and lines had been changed when it was made (bill-sample.ts). */
    history_version: Generated<number | null>
  }
  bill_line: {
    contract_id: string
    month: TokyoMonth
    position: number
    kind: ChargeKind
    line_id: string | null
    figure_key: string | null
    rate_valid_from: TokyoDate | null
    unit_tenths_yen: number | null
    quantity: number
    days: number | null
    of_days: number | null
    amount_tenths_yen: number
    tax: TaxBasis
    tax_on: TokyoDate
    origin_month: TokyoMonth | null
    source_ref: string | null
  }
  bill_rate: {
    contract_id: string
    month: TokyoMonth
    tax_percent: number
    total_yen: number
    tax_yen: number
  }
  payment_card: {
    contract_id: string
    token_sealed: string
    brand: string
    last4: string
    /** `YYYY-MM`, the last month the card is good for. */
    expires: string
    updated_at: Temporal.Instant
  }
  card_update: {
    /** Whose card it is to be: of a contract, of an application for one, or of an heir who takes one over. */
    contract_id: string | null
    application_id: string | null
    succession_id: string | null
    state_hash: string
    back_path: string
    begun_at: Temporal.Instant
    ended_at: Temporal.Instant | null
  }
  payment: {
    contract_id: string
    /** The processor's idempotency id. */
    order_id: string
    /** What the member reads out. */
    receipt_no: string
    month: TokyoMonth
    attempt: number
    amount_yen: number
    state: 'sent' | 'unknown' | 'ok' | 'refused'
    reason: string | null
    card_last4: string | null
    asked_by: 'member' | 'staff' | 'system'
    /** Points are yen that the points partner pays us. */
    way: Generated<'card' | 'points'>
    /** Whose points: the member's id at the partner, sealed; none of a card. */
    partner_id_sealed: Generated<string | null>
    /** What the card is asked for once the points have come. */
    rest_yen: Generated<number>
    /** The payment by points whose rest this one is. */
    follows: Generated<string | null>
    /** Of several bills that one press pays: the receipt of the first. */
    pressed_with: Generated<string | null>
    sent_at: Temporal.Instant
    answered_at: Temporal.Instant | null
    /** Set when this payment lifted a suspension. */
    resumed_at: Generated<Temporal.Instant | null>
  }
  credit_use: {
    contract_id: string
    /** The bill below zero. */
    from_month: TokyoMonth
    /** The bill it pays. */
    month: TokyoMonth
    amount_yen: number
    used_at: Temporal.Instant
  }
  refund: {
    contract_id: string
    refund_id: string
    /** The bill below zero that is given back. */
    month: TokyoMonth
    way: 'card' | 'points' | 'transfer'
    /** The payment it goes back to; none for a transfer. */
    payment_order_id: string | null
    card_last4: string | null
    amount_yen: number
    state: 'sent' | 'unknown' | 'ok' | 'refused'
    reason: string | null
    requested_at: Temporal.Instant
    answered_at: Temporal.Instant | null
    /** When staff let a refused card be asked again. */
    released_at: Generated<Temporal.Instant | null>
  }
  posting: {
    contract_id: string
    source_ref: string
    account: Account
    amount_yen: number
    booked_on: TokyoDate
    booked_at: Temporal.Instant
  }
  compensation: {
    compensation_id: string
    outage_id: string
    from_at: Temporal.Instant
    to_at: Temporal.Instant
    line_ids: string[] | null
    reason: string
    entered_at: Temporal.Instant
    done_at: Temporal.Instant | null
  }
  month_close: {
    month: TokyoMonth
    began_at: Temporal.Instant
    finished_at: Temporal.Instant | null
    contracts_done: Generated<number>
  }
  month_close_part: {
    month: TokyoMonth
    from_id: string
    until_id: string | null
  }
  close_failure: {
    contract_id: string
    month: TokyoMonth
    reason: string
    fact: string
    failed_at: Temporal.Instant
    resolved_at: Temporal.Instant | null
  }
}
