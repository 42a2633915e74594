import type { Generated, JSONColumnType } from 'kysely'
import type { AlertSubject, Threshold } from '#domain/data/alert.ts'

export type AlertTables = {
  alert_setting: {
    contract_id: string
    channel: 'mail' | 'none'
    thresholds: JSONColumnType<Threshold[]>
    used_up: Generated<boolean>
    changed_at: Temporal.Instant
  }
  alert_due: {
    contract_id: string
    due_id: string
  }
  alert_notice: {
    contract_id: string
    notice_key: string
    unit: AlertSubject['unit']
    value: number
    message: string
    raised_at: Temporal.Instant
  }
}
