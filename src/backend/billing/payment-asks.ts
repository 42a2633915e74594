import type { Sealing } from '#backend/db/sealing.ts'
import type { Db } from '#backend/db/connect.ts'
import type { CardPort, CardResult } from '#backend/ports/card.ts'
import type { CarrierAnswer } from '#backend/ports/carrier.ts'
import type { PointsPort } from '#backend/ports/points.ts'
import type { Instant } from '#domain/tokyo.ts'
import { cardPlace } from './card-store.ts'
import { openPartnerId, toCardAnswer, type PaymentRow } from './payment-rows.ts'

/** Card numbers never leave the processor: without a card on file a charge is refused by ourselves. */
const NO_CARD = 'card_missing'

type Answer = Promise<CarrierAnswer<CardResult>>
type AskDeps = { db: Db; sealing: Sealing; card: CardPort; points: PointsPort }

/** What the card processor and the points partner are asked of a payment that is written down, in one kind of answer. */
export function createPaymentAsks({ db, sealing, card, points }: AskDeps) {
  /** What the other side knows of it. */
  const find = async ({ way, order_id: orderId }: PaymentRow): Answer =>
    way === 'points' ? toCardAnswer(await points.find(orderId)) : card.find(orderId)

  const send = (payment: PaymentRow, now: Instant): Answer =>
    payment.way === 'points' ? askPartner(payment) : askCard(payment, now)

  async function askPartner(payment: PaymentRow): Answer {
    const { order_id: orderId, amount_yen: pointsYen } = payment
    const memberId = openPartnerId(sealing, payment)
    return toCardAnswer(await points.move({ orderId, memberId, kind: 'spend', points: pointsYen }))
  }

  async function askCard(payment: PaymentRow, now: Instant): Answer {
    const { contract_id: contractId, order_id: orderId, amount_yen: amountYen } = payment
    const onFile = await db
      .selectFrom('payment_card')
      .select('token_sealed')
      .where('contract_id', '=', contractId)
      .executeTakeFirst()
    if (onFile === undefined) {
      const refused = { result: 'refused', reason: NO_CARD, amountYen, at: now.toString() } as const
      return { kind: 'accepted', value: refused }
    }
    const cardToken = sealing.open(cardPlace(contractId), onFile.token_sealed)
    return card.charge({ orderId, amountYen, cardToken })
  }

  return { find, send }
}
