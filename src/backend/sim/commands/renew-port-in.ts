import { carrierRequest, newExchangeId, openFields, sealFields } from '#backend/carrier/exchange.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { By } from '#backend/contract/who.ts'
import { findOrder } from '#backend/contract/orders.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { PortInRefusal } from '#vocabulary/port-in.ts'
import { requestSim } from './ask-carrier.ts'
import type { SimOrder } from '../rows/details.ts'
import type { SimProgress } from './take-effect.ts'
import { lineOfOrder } from '../queries/line-of-order.ts'
import { simMessage } from '../messages.ts'
import { giveUpNumber } from './change-line.ts'
import { simOrder } from '../procedure.ts'
import { openPortIn, sealPortIn } from '../rows/port-in.ts'

/** The order waits: nothing is lost but the reservation. */
export async function portInRefused(
  tx: Db,
  deps: SimProgress,
  by: By,
  order: SimOrder,
  refused: PortInRefusal,
) {
  const { portIn } = order.details
  if (portIn == null) return
  await takeOrderStep(tx, deps.engine, by, {
    procedure: simOrder,
    step: simOrder.patch(order.order_no, {
      merge: {
        portIn: { ...portIn, refused },
        carrierAnswer: null,
        switchAskedAt: null,
        nextSteps: [nextStep('MNP予約番号を入れ直すか、新しい番号で申し込んでください。')],
      },
    }),
    audit: { action: 'port-in-refused', details: { reason: refused } },
    message: (facts) => simMessage('portInRefused', facts, String(portIn.attempts)),
  })
}

/**
 * Goes on with another reservation, or with a new number.
 * @throws RefusalError NOT_FOUND for another member's order, WRONG_STATE for one that does not wait for it.
 */
export async function renewPortIn(
  tx: Db,
  deps: SimProgress,
  by: By,
  orderNo: string,
  renewed: { mnpNumber: string } | 'newNumber',
): Promise<SimOrder> {
  const { contractId, now } = by
  await lockContract(tx, contractId)
  const row = await findOrder(tx, contractId, orderNo)
  if (!simOrder.owns(row)) throw new RefusalError('WRONG_STATE')
  const order = simOrder.read(row)
  const known = openPortIn(deps.sealing, order)
  const { portIn } = order.details
  if (known === undefined || portIn?.refused == null) throw new RefusalError('WRONG_STATE')
  const line = await lineOfOrder(tx, order)
  const next = renewed === 'newNumber' ? undefined : { number: known.number, ...renewed }
  const nextPortIn = next && {
    ...sealPortIn(deps.sealing, line, next),
    attempts: portIn.attempts + 1,
  }
  if (next === undefined) await giveUpNumber(tx, deps.sealing, line, by)
  const isOrdered = order.state === 'ordered'
  const exchangeId = isOrdered ? newExchangeId() : order.details.exchangeId
  const updated = await takeOrderStep(tx, deps.engine, by, {
    procedure: simOrder,
    step: simOrder.patch(orderNo, {
      merge: {
        portIn: nextPortIn ?? null,
        exchangeId,
        nextSteps: [nextStep('いまの契約先に確認しています。')],
      },
    }),
    audit: { action: next ? 'port-in-renewed' : 'port-in-given-up' },
  })
  // Refused at the switch-over: the card is there already, and is switched over again with what was given now.
  if (!isOrdered || exchangeId === undefined || order.line_id === null) return updated
  const asked = await askedBefore(tx, deps.sealing, order.details.exchangeId ?? '')
  const { portIn: _refused, ...personal } = asked.personal
  const sealedFields = sealFields(deps.sealing, exchangeId, {
    ...personal,
    ...(next && { portIn: next }),
  })
  const { kind, fields } = asked
  const again = { exchangeId, carrierRequest: { kind, fields, sealedFields } }
  await requestSim(tx, deps, updated, line, again, now)
  return updated
}

/** What the carrier was asked before it refused: the address or the EID is in that exchange and nowhere else. */
async function askedBefore(tx: Db, sealing: Sealing, exchangeId: string) {
  const row = await tx
    .selectFrom('carrier_exchange')
    .select('request')
    .where('exchange_id', '=', exchangeId)
    .executeTakeFirstOrThrow()
  const request = carrierRequest.parse(row.request)
  if (request.type !== 'order') throw new Error(`Exchange ${exchangeId} is no order`)
  const { kind, fields, sealedFields } = request
  const personal = sealedFields === undefined ? {} : openFields(sealing, exchangeId, sealedFields)
  return { kind, fields, personal }
}
