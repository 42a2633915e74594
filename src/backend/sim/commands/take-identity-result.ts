import type { IdentityConcluded } from '#backend/area.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import type { OrderKey } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { expectedEnd } from '../queries/order-plan.ts'
import type { Instant } from '#domain/tokyo.ts'
import { requestSim } from './ask-carrier.ts'
import { simMessage } from '../messages.ts'
import { endWithoutEffect, type SimProgress } from './take-effect.ts'
import { lineOfOrder } from '../queries/line-of-order.ts'
import { identityExpiry } from '../rows/details.ts'
import { simOrder } from '../procedure.ts'

/** A check that is passed lets the order go to the carrier; any other outcome leaves it to the member or to us: to whom, is noted. */
export async function takeIdentityResult(
  tx: Db,
  deps: SimProgress,
  { contractId, orderNo, state, decided }: IdentityConcluded,
  now: Instant,
): Promise<void> {
  if (contractId === null) return
  await lockContract(tx, contractId)
  // A check may outlive what it was for: then nothing waits for it.
  const row = await findRow(tx, 'procedure_order', { contract_id: contractId, order_no: orderNo })
  if (row === undefined || !simOrder.owns(row) || row.state !== 'id_check') return
  const by: By = { actor: 'system', contractId, now }
  const { details } = await simOrder.patch(orderNo, { merge: { identityState: state } })(tx, by)
  if (decided !== undefined && state === 'waiting') {
    await askAgain(tx, deps, by, orderNo, decided.reason)
    return
  }
  if (decided !== undefined && state === 'mismatch') {
    await refuse(tx, deps, by, orderNo, decided.reason)
    return
  }
  if (state !== 'matched') return
  const { prepared, wish: ordered } = details
  if (!prepared) throw new Error(`Order ${orderNo} waits for identity without what it will order`)
  const passed = await simOrder.advance(orderNo, {
    event: 'identity_passed',
    expectedOn: expectedEnd(ordered.simSize === 'esim', now),
    merge: {
      exchangeId: prepared.exchangeId,
      prepared: null,
      askedAt: now,
      nextSteps: [nextStep('本人確認が終わりました。SIMを準備しています。')],
    },
  })(tx, by)
  await requestSim(tx, deps, passed, await lineOfOrder(tx, passed), prepared, now)
}

/** Staff want another document: the member has the whole time for it. */
async function askAgain(
  tx: Db,
  { engine }: SimProgress,
  by: By,
  orderNo: string,
  asked: string | undefined,
) {
  await takeOrderStep(tx, engine, by, {
    procedure: simOrder,
    step: simOrder.patch(orderNo, { merge: { identityAskedAt: by.now } }),
    audit: { action: 'sim-order-documents-asked' },
    message: (facts) =>
      simMessage('documentsAsked', { ...facts, said: asked }, ` ${by.now.epochMilliseconds}`),
  })
}

async function refuse(
  tx: Db,
  deps: SimProgress,
  by: By,
  orderNo: string,
  reason: string | undefined,
) {
  const refused = await takeOrderStep(tx, deps.engine, by, {
    procedure: simOrder,
    step: simOrder.advance(orderNo, { event: 'identity_failed' }),
    audit: { action: 'sim-order-identity-refused' },
    message: (facts) => simMessage('identityRefused', { ...facts, said: reason }),
  })
  await endWithoutEffect(tx, deps, by, refused)
}

/** Drops an order whose check was not passed in time. */
export async function lapseUnchecked(tx: Db, deps: SimProgress, key: OrderKey, now: Instant) {
  await lockContract(tx, key.contractId)
  const order = await simOrder.find(tx, key)
  if (order.state !== 'id_check' || Temporal.Instant.compare(now, identityExpiry(order)) < 0) return
  const by: By = { actor: 'system', contractId: key.contractId, now }
  const lapsed = await takeOrderStep(tx, deps.engine, by, {
    procedure: simOrder,
    step: simOrder.advance(key.orderNo, { event: 'lapsed' }),
    audit: { action: 'sim-order-lapsed' },
    message: (facts) => simMessage('lapsed', facts),
  })
  await endWithoutEffect(tx, deps, by, lapsed)
}
