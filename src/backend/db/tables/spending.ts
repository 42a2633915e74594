import type { TopUpCode } from '#vocabulary/data.ts'
import type { TokyoMonth } from '#domain/tokyo.ts'

export type SpendingTables = {
  spending_limit: {
    contract_id: string
    version: number
    limit_yen: number | null
    account_id: string
    set_at: Temporal.Instant
  }
  auto_top_up_setting: {
    contract_id: string
    version: number
    pack_code: TopUpCode | null
    at_bytes: number | null
    times_a_month: number | null
    price_yen: number | null
    account_id: string
    set_at: Temporal.Instant
  }
  auto_top_up: {
    contract_id: string
    month: TokyoMonth
    nth: number
    order_no: string
    pack_code: TopUpCode
    price_yen: number
    setting_version: number
    bought_at: Temporal.Instant
  }
  spending_notice: {
    contract_id: string
    notice_key: string
    month: TokyoMonth
    message: string
    raised_at: Temporal.Instant
  }
}
