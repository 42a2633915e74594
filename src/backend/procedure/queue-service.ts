import type { QueuedWish, QueueRunners } from '#backend/area.ts'
import { recordAudit } from '#backend/audit.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import { loadFacts } from '#backend/contract/facts.ts'
import { auditOf, type Who } from '#backend/contract/who.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { isDatabaseOutage } from '#backend/db/outage.ts'
import type { Log } from '#backend/log.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import { Refusal } from '#backend/refusal.ts'
import { allowanceOf } from '#domain/exclusion/allowed-operations.ts'
import type { Instant } from '#domain/tokyo.ts'
import { errors } from '#protocol/errors.ts'
import { queueRefusedMessage, queueStartedMessage } from './messages.ts'
import { advanceQueued, findWaiting, lockQueued, wishOf, type QueueRow } from './queue-store.ts'

export type ProcedureQueue = ReturnType<typeof createProcedureQueue>

/** "Then do it for me": a wish that is refused for a while waits, and is begun the hour it frees up. */
export function createProcedureQueue(deps: {
  database: DatabaseHandle
  outbox: Outbox
  log: Log
  runners: QueueRunners
}) {
  const { database, outbox, log } = deps

  /** @throws Refusal PROCEDURE_NOT_QUEUEABLE when it is allowed now, or will not free up by itself. */
  async function enqueue(tx: Db, who: Who, wish: QueuedWish): Promise<QueueRow> {
    const { contractId, now } = who
    await lockContract(tx, contractId)
    const facts = await loadFacts(tx, contractId)
    const { lineId, operation } = wish
    if (lineId !== undefined && !facts.lines.some((line) => line.lineId === lineId))
      throw new Refusal('NOT_FOUND')
    const allowance = allowanceOf(operation, facts, now, lineId)
    // A profile needs the device's EID, which is not kept for later.
    if (!allowance.queueable || !deps.runners[operation] || wish.size === 'esim')
      throw new Refusal('PROCEDURE_NOT_QUEUEABLE', {
        facts: { reason: allowance.reasonCode ?? 'allowed' },
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
        reason_code: allowance.reasonCode ?? null,
        free_from: allowance.freeFrom ?? null,
        queued_at: now,
        changed_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows === 0n) throw new Refusal('PROCEDURE_ALREADY_QUEUED')
    await recordAudit(tx, {
      ...auditOf(who, { operation, lineId }),
      action: 'procedure-queued',
      target: queueId,
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
    await recordAudit(tx, { ...auditOf(who), action: 'procedure-withdrawn', target: queueId })
    return withdrawn
  }

  /** Looks at everything that waits; each in a transaction of its own. */
  async function work(now: Instant): Promise<void> {
    for (const { contract_id: contractId, queue_id: queueId } of await findWaiting(database.db)) {
      try {
        const ready = await database.db
          .transaction()
          .execute((tx) => look(tx, contractId, queueId, now))
        if (ready) await begin(contractId, queueId, now)
      } catch (err) {
        // An outage is not this procedure's fault: the whole hour is done again.
        if (isDatabaseOutage(err)) throw err
        log.error({ err, queueId }, 'queued procedure')
      }
    }
  }

  /** Whether it may be begun now; what will never free up by itself is told to the member. */
  async function look(tx: Db, contractId: string, queueId: string, now: Instant) {
    await lockContract(tx, contractId)
    const row = await lockQueued(tx, contractId, queueId)
    if (row.state !== 'waiting' && row.state !== 'ready') return false
    const wish = wishOf(row)
    const allowance = allowanceOf(wish.operation, await loadFacts(tx, contractId), now, wish.lineId)
    if (allowance.allowed) {
      if (row.state === 'waiting')
        await advanceQueued(tx, row, { event: 'freed', actor: 'system', now, freeFrom: null })
      return true
    }
    const reason = {
      reasonCode: allowance.reasonCode ?? null,
      freeFrom: allowance.freeFrom ?? null,
    }
    if (!allowance.queueable) await refuse(tx, row, allowance.reasonCode ?? 'WRONG_STATE', now)
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
      if (!(error instanceof Refusal)) throw error
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
    if (!run) throw new Refusal('PROCEDURE_NOT_QUEUEABLE')
    const accountId = contract.account_id
    const orderNo = await run(tx, { contractId, accountId, wish, now })
    await advanceQueued(tx, row, {
      event: 'started',
      actor: 'system',
      now,
      orderNo,
      reasonCode: null,
    })
    await recordAudit(tx, {
      chain: contractId,
      at: now,
      actor: 'system',
      accountId,
      action: 'queued-procedure-started',
      target: queueId,
      details: { orderNo },
    })
    await outbox.post(tx, queueStartedMessage({ ...waited(row, accountId), orderNo }), now)
  }

  async function refuse(tx: Db, row: QueueRow, code: keyof typeof errors, now: Instant) {
    await advanceQueued(tx, row, { event: 'refused', actor: 'system', now, reasonCode: code })
    const contract = await lockContract(tx, row.contract_id)
    const { message: reason } = errors[code]
    const told = { ...waited(row, contract.account_id), reason }
    await outbox.post(tx, queueRefusedMessage(told), now)
  }

  return { enqueue, withdraw, work }
}

function waited(row: QueueRow, accountId: string) {
  const { queue_id: queueId, queued_at: queuedAt } = row
  return { accountId, queueId, operation: wishOf(row).operation, queuedAt }
}
