import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import type { Database } from '#backend/db/tables.ts'
import { updateRows } from '#backend/db/rows.ts'
import { notFound } from '#backend/refusal.ts'
import { defineAggregate } from '#backend/step/take-step.ts'
import { queueStates } from '#domain/procedure/queue-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import { errors, type ErrorCode } from '#protocol/errors.ts'
import { queueableOperations } from '#vocabulary/operation.ts'
import { queueRefusedMessage, queueStartedMessage } from './messages.ts'

export type QueueRow = Selectable<Database['procedure_queue']>

const storedRequest = z.object({
  operation: z.enum(queueableOperations),
  lineId: z.string().optional(),
  plan: z.int().optional(),
})

export const requestOf = (row: QueueRow) => storedRequest.parse(row.wish)

/** Every step of a queued procedure. */
export const queuedProcedures = defineAggregate({
  table: 'procedure_queue',
  key: ['contract_id', 'queue_id'],
  machine: queueStates,
  stamps: ({ now }) => ({ changed_at: now }),
  chain: (row) => row.contract_id,
  target: (row) => row.queue_id,
  steps: {
    freed: {},
    blocked_again: {},
    withdrawn: { audit: 'procedure-withdrawn' },
    started: {
      audit: 'queued-procedure-started',
      details: (_, { orderNo }: { orderNo: string }) => ({ orderNo }),
      message: ({ row, accountId }, { orderNo }: { orderNo: string }) =>
        queueStartedMessage({ ...factsOf(row), accountId, orderNo }),
    },
    refused: {
      audit: 'queued-procedure-refused',
      details: (_, { code }: { code: ErrorCode }) => ({ code }),
      message: ({ row, accountId }, { code }: { code: ErrorCode }) =>
        queueRefusedMessage({ ...factsOf(row), accountId, reason: errors[code].message }),
    },
  },
})

function factsOf(row: QueueRow) {
  const { queue_id: queueId, queued_at: queuedAt } = row
  return { queueId, operation: requestOf(row).operation, queuedAt }
}

/** @returns false where the same is queued already */
export async function insertQueued(
  tx: Db,
  queued: {
    readonly contractId: string
    readonly queueId: string
    readonly lineId: string | undefined
    readonly plan: number | undefined
    readonly reasonCode: string
    readonly freeFrom: Instant | undefined
    readonly now: Instant
  },
): Promise<boolean> {
  const { lineId, plan, now } = queued
  const operation = 'planSizeChange'
  const inserted = await tx
    .insertInto('procedure_queue')
    .values({
      contract_id: queued.contractId,
      queue_id: queued.queueId,
      operation,
      line_id: lineId ?? null,
      wish: JSON.stringify({ operation, lineId, plan }),
      state: queueStates.initial,
      reason_code: queued.reasonCode,
      free_from: queued.freeFrom ?? null,
      queued_at: now,
      changed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows !== 0n
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

/** Why it cannot begin yet, and from when it can; the state stays. */
export async function noteReason(
  tx: Db,
  row: QueueRow,
  reason: Pick<QueueRow, 'reason_code' | 'free_from'>,
) {
  await updateRows(
    tx,
    'procedure_queue',
    { contract_id: row.contract_id, queue_id: row.queue_id },
    reason,
  )
}
