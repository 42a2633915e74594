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
    session_id: string | null
    expires_at: Temporal.Instant | null
    verified_on: TokyoDate | null
    failure: JSONColumnType<string[]> | null
    back_path: string | null
    opened_at: Temporal.Instant
    changed_at: Temporal.Instant
  }
}
