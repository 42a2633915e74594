import { z } from 'zod'
import { loadContract } from '#backend/contract/load.ts'
import type { OrderKey } from '#backend/contract/orders.ts'
import type { By, Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { defineJob } from '#backend/jobs/queue.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { endContract, endLines } from '#backend/procedure/endings.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { requireOk } from '#backend/refusal.ts'
import { decideInitialCancellation } from '#domain/cancellation/decide-initial-cancellation.ts'
import { startOfDay, toTokyoDate, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import { initialCancelMessage } from '../messages.ts'
import { initialCancel, type InitialCancelOrder } from '../procedure.ts'
import { owedIfCancelled } from '../queries/initial-cancel.ts'
import { stopLines, type StopDeps } from './stop-lines.ts'

export const acceptInitialCancelJob = defineJob({
  name: 'initial-cancel-accept',
  payload: z.object({ contractId: z.string(), orderNo: z.string() }),
  retryLimit: 8,
  retryDelaySeconds: 10,
})

/** Effective when sent, whatever else is under way: a live MNP number ends with the lines. */
export async function submitInitialCancel(
  tx: Db,
  { engine, queue, book }: Pick<ProcedureDeps, 'engine' | 'queue' | 'book'>,
  who: Who,
  asked: { readonly conditions: string } | { readonly postedOn: TokyoDate },
): Promise<InitialCancelOrder> {
  const { contractId, now } = who
  // A letter counts when it was posted, however late it arrives (電気通信事業法 第26条の3第2項).
  const sentAt = 'postedOn' in asked ? startOfDay(asked.postedOn) : now
  const known = await loadContract(tx, contractId, { lock: true })
  const [submitted] = requireOk(decideInitialCancellation(known.facts, sentAt))
  const { owed, ...terms } = await owedIfCancelled(tx, known, book, sentAt)
  if ('conditions' in asked) requireConditions(asked.conditions, terms)
  const owedYen = owed.totalYen
  const order = await takeOrderStep(tx, engine, who, {
    procedure: initialCancel,
    step: initialCancel.open({
      procedure: 'initialCancel',
      event: 'submitted',
      effectiveOn: toTokyoDate(sentAt),
      details: {
        lineIds: [...(submitted?.lineIds ?? [])],
        owed,
        nextSteps: [
          nextStep('お申し出を確認し、ご契約を解除します。結果をメールでお知らせします。'),
        ],
      },
    }),
    audit: { action: 'initial-cancel-submitted', details: { owedYen } },
    message: (facts) => initialCancelMessage('submitted', { ...facts, owedYen }),
  })
  await queue.send(tx, acceptInitialCancelJob, { contractId, orderNo: order.order_no })
  return order
}

/** The amount that the member confirmed. */
const owedOf = z.object({ owed: z.object({ totalYen: z.number() }) })

type AcceptDeps = StopDeps & Pick<ProcedureDeps, 'database' | 'engine' | 'procedures'>

/** Ends the contract; a second run changes nothing. */
export async function acceptInitialCancel(
  { database, engine, procedures, ...deps }: AcceptDeps,
  key: OrderKey,
  now: Instant,
) {
  await database.db.transaction().execute(async (tx) => {
    const { contractId, orderNo } = key
    const by: By = { actor: 'system', contractId, now }
    const known = await loadContract(tx, contractId, { lock: true })
    const order = await initialCancel.find(tx, key)
    if (order.state !== 'submitted') return
    const endedOn = order.effective_on ?? toTokyoDate(order.requested_at)
    const lines = known.lines.filter((line) => line.status !== 'ended')
    await stopLines(tx, deps, lines, { orderNo, endsAt: order.requested_at, now })
    const lineIds = lines.map((line) => line.line_id)
    const { totalYen: owedYen } = owedOf.parse(order.details).owed
    await takeOrderStep(tx, engine, by, {
      procedure: initialCancel,
      step: initialCancel.advance(orderNo, {
        event: 'accepted',
        merge: {
          nextSteps: [nextStep('ご契約は終了しました。お支払いは、ご登録の方法で請求します。')],
        },
      }),
      audit: { action: 'initial-cancel-accepted', details: { lines: lineIds } },
      message: (facts) => initialCancelMessage('accepted', { ...facts, owedYen }),
    })
    // After its own order, which would be closed with the contract.
    await endContract(tx, procedures, by, { event: 'initially_cancelled', endedOn })
    await endLines(tx, procedures, by, { lineIds, endedOn, event: 'ended' })
  })
}
