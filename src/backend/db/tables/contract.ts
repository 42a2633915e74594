import type { OptionCode } from '#vocabulary/option.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { Actor } from '#domain/machine.ts'
import type { TokyoDate, TokyoMonth } from '#domain/tokyo.ts'
import type { Course, LineKind, SimSize } from '#vocabulary/line.ts'
import type { ChargeKind, TaxBasis } from '#vocabulary/price.ts'

export type CarrierSpeed = 'high' | 'low' | 'throttled'

export type ContractTables = {
  contract: {
    contract_id: string
    account_id: string
    plan_code: number
    course: Course
    status: string
    suspension_reason: string | null
    applied_at: Temporal.Instant
    started_on: TokyoDate | null
    document_received_on: TokyoDate | null
    ends_on: TokyoDate | null
    /** Set while a bill is overdue. */
    unpaid_since: Temporal.Instant | null
    /** Set while an heir's succession to it is open. */
    succession_since: Temporal.Instant | null
    /** Nothing is collected that was refused until then. */
    collection_paused_until: Temporal.Instant | null
    /** When an heir took it over: calls of before are nobody's to read. */
    succeeded_at: Temporal.Instant | null
    version: Generated<number>
  }
  line: {
    contract_id: string
    line_id: string
    carrier_ref: string
    position: number
    kind: LineKind
    sim_size: SimSize
    number_sealed: string
    number_index: string
    iccid_sealed: string
    status: string
    suspension_reason: string | null
    /** Of before names were sealed; empty from then on (migration 0069). */
    nickname: Generated<string>
    /** Empty where the line has no name. */
    nickname_sealed: Generated<string>
    activated_on: TokyoDate | null
    ends_on: TokyoDate | null
    /** Its number left to another carrier on its last day. */
    ported_out_on: Generated<TokyoDate | null>
    high_speed_on: Generated<boolean>
    high_speed_changed_at: Temporal.Instant | null
    carrier_speed: Generated<CarrierSpeed>
    malware_block: Generated<boolean>
    version: Generated<number>
  }
  /** Rows as they were before each change (contract/change.ts). */
  contract_version: {
    contract_id: string
    version: number
    former: JSONColumnType<Record<string, unknown>>
    replaced_at: Temporal.Instant
    replaced_by: Actor
    /** Until when the former row counted, where that is not when it was replaced. */
    counts_from: Temporal.Instant | null
  }
  line_version: {
    contract_id: string
    line_id: string
    version: number
    former: JSONColumnType<Record<string, unknown>>
    replaced_at: Temporal.Instant
    replaced_by: Actor
    counts_from: Temporal.Instant | null
  }
  /** Charges booked but not yet billed; the bill of `month` takes them up. */
  discount: {
    contract_id: string
    discount_id: string
    off: 'base' | 'shareLine' | 'option'
    line_id: string | null
    option_code: OptionCode | null
    amount_yen: number
    from_month: TokyoMonth
    to_month: TokyoMonth | null
    source_ref: string
  }
  booked_charge: {
    contract_id: string
    charge_id: string
    line_id: string | null
    kind: ChargeKind
    /** None for interest and the like, which are no list price. */
    figure_key: string | null
    quantity: number
    /** In the tax basis of `tax`. */
    amount_tenths_yen: number
    tax: TaxBasis
    /** Decides the tax rate. */
    tax_on: TokyoDate
    /** The month in which what is given back was billed. */
    origin_month: TokyoMonth | null
    rate_valid_from: TokyoDate | null
    month: TokyoMonth
    booked_at: Temporal.Instant
    source_ref: string
  }
  /** Devices bought with the contract. */
  terminal: {
    contract_id: string
    device_id: string
    name: string
    imei_sealed: string
    purchased_on: TokyoDate
    price_yen: number
    instalment_count: number | null
    first_instalment_month: TokyoMonth | null
    warranty_until: TokyoDate | null
    /** Where that is not the day it was bought. */
    delivered_on: Generated<TokyoDate | null>
    notice: string | null
  }
}
