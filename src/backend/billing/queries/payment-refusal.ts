import { RefusalError } from '#backend/refusal.ts'
import { formatYen } from '#backend/volume-words.ts'
import type { PaymentRow } from '../rows/payments.ts'
import { refusalWords } from './refusal-words.ts'

/** What a member is told of a payment that was refused, and of its other part. */
export function refusalOf(refused: PaymentRow, parts: readonly PaymentRow[]): RefusalError {
  const words = refusalWords(refused.reason)
  if (refused.way === 'points')
    return new RefusalError({
      code: 'POINTS_REFUSED',
      message: `${words}ポイントは減っておらず、お支払いも行われていません。`,
    })
  const [points] = parts.filter(({ way, state }) => way === 'points' && state === 'ok')
  const charged =
    points === undefined
      ? 'お支払いは行われていません。'
      : `ポイントの${formatYen(points.amount_yen)}分は、お支払いに充てました。残りのお支払いは行われていません。`
  return new RefusalError({
    code: 'PAYMENT_REFUSED',
    message: `${words}${charged}カードをお確かめのうえ、もう一度お手続きください。`,
  })
}
