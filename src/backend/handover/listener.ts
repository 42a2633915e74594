import { recordAudit } from '#backend/audit.ts'
import type { ExchangeListener } from '#backend/carrier/exchange.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import { auditOf } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { chosenOptions } from '#backend/sim/public.ts'
import { endOfDay } from '#domain/tokyo.ts'
import type { HandoverDeps } from './deps.ts'
import { handover } from './procedure.ts'
import { receiverOrder } from './receive.ts'
import { findHandover } from './rows.ts'

/**
 * What the carrier says to the new name of a line: silence is asked again, a refusal is listed for staff (findings.ts).
 * What was chosen with the line is switched on there under that name, so it is joined when the carrier has agreed.
 */
export function createHandoverListener(deps: HandoverDeps): ExchangeListener {
  const { log, begins, sealing } = deps

  return async (tx, { orderNo, contractId, request, state, answer }, now) => {
    if (orderNo === null || request.type !== 'order' || request.kind !== 'hand-over') return
    if (state === 'accepted') return joinOptions(tx, { contractId, orderNo })
    if (state !== 'rejected') return
    const { reason } = answer
    log.error({ orderNo, reason }, 'hand-over refused by the carrier')
    await recordAudit(tx, {
      ...auditOf({ actor: 'carrier', contractId, now }, { reason }),
      action: 'line-handover-refused-by-carrier',
      target: orderNo,
    })
  }

  async function joinOptions(tx: Db, key: { contractId: string; orderNo: string }) {
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
}
