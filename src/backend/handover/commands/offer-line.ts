import { lineOf, loadContract } from '#backend/contract/load.ts'
import { namesakeIndex } from '#backend/contract/person-indexes.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { requireOk } from '#backend/refusal.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { giverMessage } from '../messages.ts'
import { handover } from '../procedure.ts'
import { loadEstimate } from '../queries/estimate.ts'
import { numberAad, receiverAad, type HandoverOrder } from '../rows/details.ts'
import { insertHandover, newHandoverNo } from '../rows/handover.ts'

/** Who is to receive the line, as the giver names them. */
type Named = { readonly kana: string; readonly birth: string }

export type OfferDeps = Pick<ProcedureDeps, 'sealing' | 'book' | 'engine'>

/**
 * Offers a line to a member of the family and issues the number by which it can be taken.
 * @throws RefusalError of the exclusion matrix, CONDITIONS_CHANGED
 */
export async function offerLine(
  tx: Db,
  deps: OfferDeps,
  who: Who,
  request: { lineId: string; conditions: string; receiver: Named },
): Promise<HandoverOrder> {
  const { contractId, now } = who
  const { lineId, receiver, conditions } = request
  const { sealing } = deps
  const known = await loadContract(tx, contractId, { lock: true })
  const line = lineOf(known, lineId)
  requireOk(mayBegin('lineHandover', known.facts, now, lineId))
  const estimate = await loadEstimate(tx, deps, known, line, now)
  requireConditions(conditions, estimate)
  const validUntil = estimate.numberValidUntil
  const opened = await handover.open({
    lineId,
    procedure: 'lineHandover',
    event: 'offered',
    details: {
      validUntil,
      estimate: { ...estimate, why: { allowed: true } },
      nextSteps: [
        nextStep('譲渡番号とこの回線の電話番号を、ご家族に伝えてください。'),
        nextStep('ご家族が「お申し込み」から申し込みます。この日の24時までです。', validUntil),
        nextStep('お申し込みが済んだ月の終わりに、回線の契約者が切り替わります。'),
      ],
    },
  })(tx, who)
  const orderNo = opened.order_no
  const number = newHandoverNo()
  await insertHandover(tx, sealing, number, {
    contract_id: contractId,
    order_no: orderNo,
    line_id: lineId,
    namesake_index: namesakeIndex(deps.sealing, receiver),
    valid_until: validUntil,
  })
  return takeOrderStep(tx, deps.engine, who, {
    procedure: handover,
    step: handover.patch(orderNo, {
      merge: {
        numberSealed: sealing.seal(numberAad(contractId, orderNo), number),
        receiverSealed: sealing.seal(receiverAad(contractId, orderNo), receiver.kana),
      },
    }),
    audit: { action: 'line-handover-offered', details: { line: lineId, validUntil } },
    message: (facts) => giverMessage('offered', facts),
  })
}
