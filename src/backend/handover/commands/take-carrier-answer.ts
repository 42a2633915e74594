import type { AreaDeps } from '#backend/area.ts'
import type { ExchangeListener } from '#backend/carrier/exchange.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { chosenOptions } from '#backend/sim/public.ts'
import { endOfDay, type Instant } from '#domain/tokyo.ts'
import { handover } from '../procedure.ts'
import { receiverOrder } from '../queries/offered.ts'
import { findHandover } from '../rows/handover.ts'
import type { SideDeps } from './end-side.ts'

type Deps = Pick<AreaDeps, 'sealing' | 'log'> & Pick<SideDeps, 'begins'>

/**
 * What the carrier answers about the new name of a line. No answer is asked for again; a refusal is listed for staff
 * (findings.ts). Options that were chosen with the line are switched on under the new name, so they are joined once the
 * carrier has agreed.
 */
export async function takeCarrierAnswer(
  tx: Db,
  deps: Deps,
  { orderNo, contractId, request, state, answer }: Parameters<ExchangeListener>[1],
  now: Instant,
): Promise<void> {
  if (orderNo === null || request.type !== 'order' || request.kind !== 'hand-over') return
  if (state === 'accepted') return joinOptions(tx, deps, { contractId, orderNo })
  if (state !== 'rejected') return
  const { reason } = answer
  deps.log.error({ orderNo, reason }, 'hand-over refused by the carrier')
  await recordNote(
    tx,
    { actor: 'carrier', contractId, now },
    { action: 'line-handover-refused-by-carrier', target: orderNo, details: { reason } },
  )
}

async function joinOptions(
  tx: Db,
  { begins, sealing }: Deps,
  key: { contractId: string; orderNo: string },
) {
  const row = await findHandover(tx, key)
  const { effective_on: endedOn } = await handover.find(tx, key)
  if (row?.receiver_contract_id == null || endedOn === null) return
  await lockContract(tx, row.receiver_contract_id)
  const order = await receiverOrder(tx, row)
  if (order === undefined) return
  await begins.joined(tx, order.contract_id, {
    orderNo: order.order_no,
    lineId: order.line_id ?? '',
    chosen: chosenOptions(sealing, order),
    at: endOfDay(endedOn),
  })
}
