import type { JSONColumnType } from 'kysely'
import type { Threshold, ThresholdUnit } from '#domain/data/alert.ts'

export type AlertTables = {
  alert_setting: {
    contract_id: string
    channel: 'mail' | 'none'
    thresholds: JSONColumnType<Threshold[]>
    changed_at: Temporal.Instant
  }
  alert_notice: {
    contract_id: string
    notice_key: string
    unit: ThresholdUnit
    value: number
    message: string
    raised_at: Temporal.Instant
  }
}
