import type { QueuedWish } from '#backend/area.ts'
import { lineKinds, simSizes } from '#vocabulary/line.ts'
import { queueableOperations } from '#vocabulary/operation.ts'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureQueueTables } from '#backend/db/tables/procedure-queue.ts'
import { notFound, RefusalError } from '#backend/refusal.ts'
import { queueStates, type QueueEvent } from '#domain/procedure/queue-states.ts'
import type { Actor } from '#domain/machine.ts'
import type { Instant } from '#domain/tokyo.ts'

export type QueueRow = Selectable<ProcedureQueueTables['procedure_queue']>

const storedWish = z.object({
  operation: z.enum(queueableOperations),
  lineId: z.string().optional(),
  plan: z.int().optional(),
  kind: z.enum(lineKinds).optional(),
  size: z.enum(simSizes).optional(),
  optionCode: z.string().optional(),
})

export function wishOf(row: QueueRow): QueuedWish {
  return storedWish.parse(row.wish)
}

/** Those that wait, and the last ones that came to an end. */
export async function findQueue(db: Db, contractId: string): Promise<QueueRow[]> {
  return db
    .selectFrom('procedure_queue')
    .selectAll()
    .where('contract_id', '=', contractId)
    .orderBy('queued_at', 'desc')
    .limit(20)
    .execute()
}

/** @throws RefusalError NOT_FOUND also for another member's. */
export async function lockQueued(tx: Db, contractId: string, queueId: string): Promise<QueueRow> {
  return tx
    .selectFrom('procedure_queue')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('queue_id', '=', queueId)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
}

export async function findWaiting(db: Db): Promise<QueueRow[]> {
  return db
    .selectFrom('procedure_queue')
    .selectAll()
    .where('state', 'in', ['waiting', 'ready'])
    .orderBy('queued_at')
    .orderBy('queue_id')
    .limit(1000)
    .execute()
}

/** Takes a step of the queue's table. @throws RefusalError WRONG_STATE */
export async function advanceQueued(
  tx: Db,
  row: QueueRow,
  step: {
    event: QueueEvent
    actor: Actor
    now: Instant
    reasonCode?: string | null
    freeFrom?: Instant | null
    orderNo?: string
  },
): Promise<QueueRow> {
  const reached = queueStates.next(row.state, step.event, step.actor)
  if (!reached.ok) throw new RefusalError(reached)
  return tx
    .updateTable('procedure_queue')
    .set({
      state: reached.value,
      changed_at: step.now,
      reason_code: step.reasonCode,
      free_from: step.freeFrom,
      order_no: step.orderNo,
    })
    .where('contract_id', '=', row.contract_id)
    .where('queue_id', '=', row.queue_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
