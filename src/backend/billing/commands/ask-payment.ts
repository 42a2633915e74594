import type { CardPort, CardResult } from '#backend/ports/card.ts'
import { findRow } from '#backend/db/rows.ts'
import type { CarrierAnswer } from '#backend/ports/carrier.ts'
import type { PointsPort } from '#backend/ports/points.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { Instant } from '#domain/tokyo.ts'
import { cardAad } from '../rows/cards.ts'
import { openPartnerId, toCardAnswer, type PaymentRow } from '../rows/payments.ts'

/** Card numbers never leave the processor: without a card on file a charge is refused by ourselves. */
const NO_CARD = 'card_missing'

type Answer = Promise<CarrierAnswer<CardResult>>
type Deps = Pick<ProcedureDeps, 'database' | 'sealing'> & { card: CardPort; points: PointsPort }

/** What the card processor or the points partner knows of a payment that is written down. */
export const findAnswer = async (deps: Deps, { way, order_id: orderId }: PaymentRow): Answer =>
  way === 'points' ? toCardAnswer(await deps.points.find(orderId)) : deps.card.find(orderId)

/** Asks for it; an answer of both comes in one shape. */
export const askForPayment = (deps: Deps, payment: PaymentRow, now: Instant): Answer =>
  payment.way === 'points' ? askPartner(deps, payment) : askCard(deps, payment, now)

async function askPartner(deps: Deps, payment: PaymentRow): Answer {
  const { order_id: orderId, amount_yen: pointsYen } = payment
  const memberId = openPartnerId(deps.sealing, payment)
  return toCardAnswer(
    await deps.points.move({ orderId, memberId, kind: 'spend', points: pointsYen }),
  )
}

async function askCard(deps: Deps, payment: PaymentRow, now: Instant): Answer {
  const { contract_id: contractId, order_id: orderId, amount_yen: amountYen } = payment
  const onFile = await findRow(
    deps.database.db,
    'payment_card',
    { contract_id: contractId },
    'token_sealed',
  )
  if (onFile === undefined) {
    const refused = { result: 'refused', reason: NO_CARD, amountYen, at: now.toString() } as const
    return { kind: 'accepted', value: refused }
  }
  const cardToken = deps.sealing.open(cardAad(contractId), onFile.token_sealed)
  return deps.card.charge({ orderId, amountYen, cardToken })
}
