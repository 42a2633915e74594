import type { Json } from '#backend/db/tables/order.ts'
import type { QueueState } from '#domain/procedure/queue-states.ts'

export type ProcedureQueueTables = {
  procedure_queue: {
    contract_id: string
    queue_id: string
    operation: string
    line_id: string | null
    wish: Json
    state: QueueState
    reason_code: string | null
    free_from: Temporal.Instant | null
    queued_at: Temporal.Instant
    changed_at: Temporal.Instant
    order_no: string | null
  }
  calendar_link: {
    contract_id: string
    secret_hash: string
    secret_sealed: string
    created_at: Temporal.Instant
    last_read_at: Temporal.Instant | null
  }
}
