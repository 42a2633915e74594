import type { QueuedWish, QueueRunners } from '#backend/area.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import type { By, Who } from '#backend/contract/who.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { Log } from '#backend/log.ts'
import { RefusalError } from '#backend/refusal.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import type { Instant } from '#domain/tokyo.ts'
import { errors } from '#protocol/errors.ts'
import type { Commit } from './commit.ts'
import { queueRefusedMessage, queueStartedMessage } from './messages.ts'
import { advanceQueued, findWaiting, lockQueued, wishOf, type QueueRow } from './queue-store.ts'

export type ProcedureQueue = ReturnType<typeof createProcedureQueue>

/** "Then do it for me": a wish that is refused for a while waits, and is begun the hour it frees up. */
export function createProcedureQueue(deps: {
  database: DatabaseHandle
  commit: Commit
  log: Log
  runners: QueueRunners
}) {
  const { database, commit, log } = deps

  /** @throws RefusalError PROCEDURE_NOT_QUEUEABLE when it is allowed now, or will not free up by itself. */
  async function enqueue(tx: Db, who: Who, wish: QueuedWish): Promise<QueueRow> {
    const { contractId, now } = who
    const known = await loadContract(tx, contractId, { lock: true })
    const { lineId, operation } = wish
    if (lineId !== undefined) lineOf(known, lineId)
    const may = mayBegin(operation, known.facts, now, lineId)
    // A profile needs the device's EID, which is not kept for later.
    if (may.ok || !may.queueable || !deps.runners[operation] || wish.size === 'esim')
      throw new RefusalError({
        code: 'PROCEDURE_NOT_QUEUEABLE',
        facts: { reason: may.ok ? 'allowed' : may.code },
      })
    const queueId = newId('que')
    const inserted = await tx
      .insertInto('procedure_queue')
      .values({
        contract_id: contractId,
        queue_id: queueId,
        operation,
        line_id: lineId ?? null,
        wish: JSON.stringify(wish),
        state: 'waiting',
        reason_code: may.code,
        free_from: may.freeFrom ?? null,
        queued_at: now,
        changed_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows === 0n) throw new RefusalError('PROCEDURE_ALREADY_QUEUED')
    await commit.change(tx, who, {
      action: 'procedure-queued',
      target: queueId,
      details: { operation, lineId },
    })
    return lockQueued(tx, contractId, queueId)
  }

  async function withdraw(tx: Db, who: Who, queueId: string): Promise<QueueRow> {
    const row = await lockQueued(tx, who.contractId, queueId)
    const withdrawn = await advanceQueued(tx, row, {
      event: 'withdrawn',
      actor: 'member',
      now: who.now,
    })
    await commit.change(tx, who, { action: 'procedure-withdrawn', target: queueId })
    return withdrawn
  }

  /** Looks at everything that waits; each in a transaction of its own. */
  async function work(now: Instant): Promise<void> {
    for (const { contract_id: contractId, queue_id: queueId } of await findWaiting(database.db))
      await isolated(log, { contractId, queueId }, 'queued procedure', async () => {
        const ready = await database.db
          .transaction()
          .execute((tx) => look(tx, contractId, queueId, now))
        if (ready) await begin(contractId, queueId, now)
      })
  }

  /** Whether it may be begun now; what will never free up by itself is told to the member. */
  async function look(tx: Db, contractId: string, queueId: string, now: Instant) {
    const { facts } = await loadContract(tx, contractId, { lock: true })
    const row = await lockQueued(tx, contractId, queueId)
    if (row.state !== 'waiting' && row.state !== 'ready') return false
    const wish = wishOf(row)
    const may = mayBegin(wish.operation, facts, now, wish.lineId)
    if (may.ok) {
      if (row.state === 'waiting')
        await advanceQueued(tx, row, { event: 'freed', actor: 'system', now, freeFrom: null })
      return true
    }
    const reason = { reasonCode: may.code, freeFrom: may.freeFrom ?? null }
    if (!may.queueable) await refuse(tx, row, may.code, now)
    else if (row.state === 'ready')
      await advanceQueued(tx, row, { event: 'blocked_again', actor: 'system', now, ...reason })
    else
      await tx
        .updateTable('procedure_queue')
        .set({ reason_code: reason.reasonCode, free_from: reason.freeFrom })
        .where('contract_id', '=', contractId)
        .where('queue_id', '=', queueId)
        .execute()
    return false
  }

  /** A refusal rolls back what was begun; the queue then says why. */
  async function begin(contractId: string, queueId: string, now: Instant) {
    try {
      await database.db.transaction().execute((tx) => start(tx, contractId, queueId, now))
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      await database.db.transaction().execute(async (tx) => {
        const row = await lockQueued(tx, contractId, queueId)
        if (row.state === 'ready') await refuse(tx, row, error.code, now)
      })
    }
  }

  async function start(tx: Db, contractId: string, queueId: string, now: Instant) {
    const contract = await lockContract(tx, contractId)
    const row = await lockQueued(tx, contractId, queueId)
    if (row.state !== 'ready') return
    const wish = wishOf(row)
    const run = deps.runners[wish.operation]
    if (!run) throw new RefusalError('PROCEDURE_NOT_QUEUEABLE')
    const accountId = contract.account_id
    const orderNo = await run(tx, { contractId, accountId, wish, now })
    await advanceQueued(tx, row, {
      event: 'started',
      actor: 'system',
      now,
      orderNo,
      reasonCode: null,
    })
    const by: By = { actor: 'system', contractId, accountId, now }
    await commit.change(tx, by, {
      action: 'queued-procedure-started',
      target: queueId,
      details: { orderNo },
      message: () => queueStartedMessage({ ...waited(row, accountId), orderNo }),
    })
  }

  async function refuse(tx: Db, row: QueueRow, code: keyof typeof errors, now: Instant) {
    await advanceQueued(tx, row, { event: 'refused', actor: 'system', now, reasonCode: code })
    const by: By = { actor: 'system', contractId: row.contract_id, now }
    const { message: reason } = errors[code]
    await commit.change(tx, by, {
      action: 'queued-procedure-refused',
      target: row.queue_id,
      details: { code },
      message: (accountId) => queueRefusedMessage({ ...waited(row, accountId), reason }),
    })
  }

  return { enqueue, withdraw, work }
}

function waited(row: QueueRow, accountId: string) {
  const { queue_id: queueId, queued_at: queuedAt } = row
  return { accountId, queueId, operation: wishOf(row).operation, queuedAt }
}
