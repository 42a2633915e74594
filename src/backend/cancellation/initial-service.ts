import type { StopOrders } from '#backend/cancellation/scope.ts'
import { z } from 'zod'
import { recordAudit } from '#backend/audit.ts'
import { requestExchange } from '#backend/carrier/exchange.ts'
import { findContract, findLines, isServed, lockContract } from '#backend/contract/contracts.ts'
import { loadFacts } from '#backend/contract/facts.ts'
import { requireOk } from '#backend/contract/permissions.ts'
import { auditOf, type Who } from '#backend/contract/who.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { defineJob, type JobQueue } from '#backend/jobs/queue.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import type { OrderKey } from '#backend/contract/orders.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import type { Endings } from '#backend/procedure/endings.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { decideInitialCancellation } from '#domain/contract/decide-initial-cancellation.ts'
import { formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { initialCancel, type InitialCancelOrder } from './procedure.ts'
import { initialConditions, owedAfterInitialCancel } from './initial-estimate.ts'
import { initialCancelMessage } from './messages.ts'

export const acceptInitialCancelJob = defineJob({
  name: 'initial-cancel-accept',
  payload: z.object({ contractId: z.string(), orderNo: z.string() }),
  retryLimit: 8,
  retryDelaySeconds: 10,
})

/** What the member was shown and is charged. */
const owedOf = z.object({ owed: z.object({ totalYen: z.number() }) })

export type InitialCancelService = ReturnType<typeof createInitialCancelService>

export function createInitialCancelService(deps: {
  database: DatabaseHandle
  queue: JobQueue
  outbox: Outbox
  endings: Endings
  stopOrders: StopOrders
}) {
  const { database, queue, outbox, endings, stopOrders } = deps

  async function owed(db: Db, contractId: string, now: Instant) {
    const contract = await findContract(db, contractId)
    const today = toTokyoDate(now)
    const lines = await findLines(db, contractId)
    const totals = await owedAfterInitialCancel(db, contract, lines, today)
    return { totals, conditions: initialConditions(totals, today) }
  }

  /** Effective when sent, whatever else is under way: a live MNP number ends with the lines. */
  async function submit(tx: Db, who: Who, conditions: string): Promise<InitialCancelOrder> {
    const { contractId, now } = who
    await lockContract(tx, contractId)
    const facts = await loadFacts(tx, contractId)
    const [submitted] = requireOk(decideInitialCancellation(facts, now))
    const { totals, ...known } = await owed(tx, contractId, now)
    requireConditions(conditions, known)
    const order = await initialCancel.open(tx, {
      contractId,
      procedure: 'initialCancel',
      event: 'submitted',
      actor: 'member',
      now,
      effectiveOn: toTokyoDate(now),
      details: {
        lineIds: [...(submitted?.lineIds ?? [])],
        owed: totals,
        nextSteps: [
          nextStep('お申し出を確認し、ご契約を解除します。結果をメールでお知らせします。'),
        ],
      },
    })
    const orderNo = order.order_no
    await queue.send(tx, acceptInitialCancelJob, { contractId, orderNo })
    await recordAudit(tx, {
      ...auditOf(who, { owedYen: totals.totalYen }),
      action: 'initial-cancel-submitted',
      target: orderNo,
    })
    const told = { accountId: who.accountId, order, lines: '', owedYen: totals.totalYen }
    await outbox.post(tx, initialCancelMessage('submitted', told), now)
    return order
  }

  /** Ends the contract; a second run finds it accepted. */
  async function accept(target: OrderKey, now: Instant) {
    await database.db.transaction().execute(async (tx) => {
      const { contractId, orderNo } = target
      const contract = await lockContract(tx, contractId)
      const order = await initialCancel.find(tx, target)
      if (order.state !== 'submitted') return
      const endedOn = toTokyoDate(order.requested_at)
      const lines = (await findLines(tx, contractId)).filter((line) => line.status !== 'ended')
      await stopOrders(tx, lines, now)
      for (const line of lines.filter(isServed))
        await requestExchange(tx, queue, {
          contractId,
          lineId: line.line_id,
          orderNo,
          request: {
            type: 'order',
            lineRef: line.carrier_ref,
            kind: 'terminate',
            fields: { at: formatRfc3339(order.requested_at) },
          },
          now,
          exchangeId: `end-${orderNo}-${line.line_id}`,
        })
      await endings.endContract(tx, {
        contractId,
        event: 'initially_cancelled',
        endedOn,
        actor: 'system',
        now,
      })
      const lineIds = lines.map((line) => line.line_id)
      await endings.endLines(tx, {
        contractId,
        lineIds,
        endedOn,
        event: 'ended',
        actor: 'system',
        now,
      })
      await initialCancel.advance(tx, target, {
        event: 'accepted',
        actor: 'system',
        now,
        merge: {
          nextSteps: [nextStep('ご契約は終了しました。お支払いは、ご登録の方法で請求します。')],
        },
      })
      await recordAudit(tx, {
        chain: contractId,
        at: now,
        actor: 'system',
        action: 'initial-cancel-accepted',
        target: orderNo,
        details: { lines: lineIds },
      })
      const { totalYen: owedYen } = owedOf.parse(order.details).owed
      const told = { accountId: contract.account_id, order, lines: '', owedYen }
      await outbox.post(tx, initialCancelMessage('accepted', told), now)
    })
  }

  return { owed, submit, accept }
}
