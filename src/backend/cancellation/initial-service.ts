import { owedAfterInitialCancel } from '#backend/billing/public.ts'
import type { StopOrders } from '#backend/cancellation/scope.ts'
import { z } from 'zod'
import { askToTerminate } from '#backend/carrier/exchange.ts'
import { isServed } from '#backend/contract/contracts.ts'
import { loadContract, type LoadedContract } from '#backend/contract/load.ts'
import { toWireTotals } from '#backend/contract/totals.ts'
import { requireOk } from '#backend/refusal.ts'
import type { By, Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { defineJob } from '#backend/jobs/queue.ts'
import type { OrderKey } from '#backend/contract/orders.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { decideInitialCancellation } from '#domain/cancellation/decide-initial-cancellation.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { initialCancel, type InitialCancelOrder } from './procedure.ts'
import { initialConditions } from './initial-estimate.ts'
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

export function createInitialCancelService(
  deps: Pick<ProcedureDeps, 'database' | 'queue' | 'commit' | 'endings' | 'book'> & {
    stopOrders: StopOrders
  },
) {
  const { database, queue, commit, endings, stopOrders, book } = deps

  async function owed(db: Db, { contract }: LoadedContract, now: Instant) {
    const today = toTokyoDate(now)
    const totals = toWireTotals(await owedAfterInitialCancel(db, contract, today, book))
    return { totals, conditions: initialConditions(totals, today) }
  }

  /** Effective when sent, whatever else is under way: a live MNP number ends with the lines. */
  async function submit(tx: Db, who: Who, conditions: string): Promise<InitialCancelOrder> {
    const { contractId, now } = who
    const known = await loadContract(tx, contractId, { lock: true })
    const [submitted] = requireOk(decideInitialCancellation(known.facts, now))
    const { totals, ...terms } = await owed(tx, known, now)
    requireConditions(conditions, terms)
    const owedYen = totals.totalYen
    const order = await commit.order(tx, who, {
      procedure: initialCancel,
      step: initialCancel.open({
        procedure: 'initialCancel',
        event: 'submitted',
        effectiveOn: toTokyoDate(now),
        details: {
          lineIds: [...(submitted?.lineIds ?? [])],
          owed: totals,
          nextSteps: [
            nextStep('お申し出を確認し、ご契約を解除します。結果をメールでお知らせします。'),
          ],
        },
      }),
      audit: { action: 'initial-cancel-submitted', details: { owedYen } },
      message: (told) => initialCancelMessage('submitted', { ...told, owedYen }),
    })
    await queue.send(tx, acceptInitialCancelJob, { contractId, orderNo: order.order_no })
    return order
  }

  /** Ends the contract; a second run finds it accepted. */
  async function accept(target: OrderKey, now: Instant) {
    await database.db.transaction().execute(async (tx) => {
      const { contractId, orderNo } = target
      const by: By = { actor: 'system', contractId, now }
      const known = await loadContract(tx, contractId, { lock: true })
      const order = await initialCancel.find(tx, target)
      if (order.state !== 'submitted') return
      const endedOn = toTokyoDate(order.requested_at)
      const lines = known.lines.filter((line) => line.status !== 'ended')
      await stopOrders(tx, lines, now)
      for (const line of lines.filter(isServed))
        await askToTerminate(tx, queue, line, order.requested_at, {
          orderNo,
          because: orderNo,
          now,
        })
      const lineIds = lines.map((line) => line.line_id)
      const { totalYen: owedYen } = owedOf.parse(order.details).owed
      await commit.order(tx, by, {
        procedure: initialCancel,
        step: initialCancel.advance(orderNo, {
          event: 'accepted',
          merge: {
            nextSteps: [nextStep('ご契約は終了しました。お支払いは、ご登録の方法で請求します。')],
          },
        }),
        audit: { action: 'initial-cancel-accepted', details: { lines: lineIds } },
        message: (told) => initialCancelMessage('accepted', { ...told, owedYen }),
      })
      // After its own order, which would be closed with the contract.
      await endings.endContract(tx, by, { event: 'initially_cancelled', endedOn })
      await endings.endLines(tx, by, { lineIds, endedOn, event: 'ended' })
    })
  }

  return { owed, submit, accept }
}
