import { lockContract } from '#backend/contract/contracts.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import type { By, Who } from '#backend/contract/who.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { Log } from '#backend/log.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordNote, type StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { Operation } from '#vocabulary/operation.ts'
import {
  findWaiting,
  insertQueued,
  lockQueued,
  noteReason,
  queuedProcedures,
  requestOf,
  type QueueRow,
} from './queue-rows.ts'

/*
 * "Then do it for me": a change of the plan size that is refused for a while is queued, and is begun the hour it frees up.
 */

/**
 * Books the size as the member would now, at the conditions of now.
 * @returns the order's number
 * @throws RefusalError where it cannot be booked: becomes the reason that the member gets
 */
export type BeginQueued = (
  tx: Db,
  queued: { contractId: string; accountId: string; plan: number; now: Instant },
) => Promise<string>

type Deps = StepDeps & {
  readonly database: DatabaseHandle
  readonly log: Log
  readonly begin: BeginQueued
}

type Request = {
  readonly operation: Operation
  readonly lineId?: string | undefined
  readonly plan?: number | undefined
}

/** @throws RefusalError PROCEDURE_NOT_QUEUEABLE when it is allowed now, or will not free up by itself. */
export async function enqueue(tx: Db, who: Who, request: Request): Promise<QueueRow> {
  const { contractId, now } = who
  const known = await loadContract(tx, contractId, { lock: true })
  const { lineId, operation, plan } = request
  if (lineId !== undefined) lineOf(known, lineId)
  const may = mayBegin(operation, known.facts, now, lineId)
  if (may.ok || !may.queueable || operation !== 'planSizeChange')
    throw new RefusalError({
      code: 'PROCEDURE_NOT_QUEUEABLE',
      facts: { reason: may.ok ? 'allowed' : may.code },
    })
  const queueId = newId('que')
  const { code: reasonCode, freeFrom } = may
  const isQueued = await insertQueued(tx, {
    contractId,
    queueId,
    lineId,
    plan,
    reasonCode,
    freeFrom,
    now,
  })
  if (!isQueued) throw new RefusalError('PROCEDURE_ALREADY_QUEUED')
  await recordNote(tx, who, {
    action: 'procedure-queued',
    target: queueId,
    details: { operation, lineId },
  })
  return lockQueued(tx, contractId, queueId)
}

export async function withdrawQueued(
  tx: Db,
  deps: StepDeps,
  who: Who,
  queueId: string,
): Promise<QueueRow> {
  const row = await lockQueued(tx, who.contractId, queueId)
  return takeStep(tx, deps, who, queuedProcedures, { row, step: 'withdrawn' })
}

/** Hourly: looks at everything that is queued, each in a transaction of its own. */
export async function beginDueQueued(deps: Deps, now: Instant): Promise<void> {
  const { database, log } = deps
  for (const { contract_id: contractId, queue_id: queueId } of await findWaiting(database.db))
    await isolated(log, { contractId, queueId }, 'queued procedure', async () => {
      const by: By = { actor: 'system', contractId, now }
      const isReady = await database.db
        .transaction()
        .execute((tx) => checkQueued(tx, deps, by, queueId))
      if (isReady) await begin(deps, by, queueId)
    })
}

/** Whether it may be begun now. What will never free up by itself is refused, and the member gets a message. */
async function checkQueued(tx: Db, deps: Deps, by: By, queueId: string) {
  const { facts } = await loadContract(tx, by.contractId, { lock: true })
  const row = await lockQueued(tx, by.contractId, queueId)
  if (row.state !== 'waiting' && row.state !== 'ready') return false
  const may = mayBegin('planSizeChange', facts, by.now, row.line_id ?? undefined)
  if (may.ok) {
    const patch = { free_from: null }
    if (row.state === 'waiting')
      await takeStep(tx, deps, by, queuedProcedures, { row, step: 'freed', patch })
    return true
  }
  const patch = { reason_code: may.code, free_from: may.freeFrom ?? null }
  if (!may.queueable) await refuse(tx, deps, by, row, may.code)
  else if (row.state === 'ready')
    await takeStep(tx, deps, by, queuedProcedures, { row, step: 'blocked_again', patch })
  else await noteReason(tx, row, patch)
  return false
}

/** A refusal rolls back what was begun; the queue then says why. */
async function begin(deps: Deps, by: By, queueId: string) {
  const { db } = deps.database
  try {
    await db.transaction().execute((tx) => start(tx, deps, by, queueId))
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    await db.transaction().execute(async (tx) => {
      const row = await lockQueued(tx, by.contractId, queueId)
      if (row.state === 'ready') await refuse(tx, deps, by, row, error.code)
    })
  }
}

async function start(tx: Db, deps: Deps, { contractId, now }: By, queueId: string) {
  const { account_id: accountId } = await lockContract(tx, contractId)
  const row = await lockQueued(tx, contractId, queueId)
  if (row.state !== 'ready') return
  const { plan = 0 } = requestOf(row)
  const orderNo = await deps.begin(tx, { contractId, accountId, plan, now })
  const by: By = { actor: 'system', contractId, accountId, now }
  await takeStep(tx, deps, by, queuedProcedures, {
    row,
    step: 'started',
    patch: { order_no: orderNo, reason_code: null },
    facts: { orderNo },
  })
}

const refuse = (tx: Db, deps: Deps, by: By, row: QueueRow, code: RefusalError['code']) =>
  takeStep(tx, deps, by, queuedProcedures, {
    row,
    step: 'refused',
    patch: { reason_code: code },
    facts: { code },
  })
