import { brand } from '#brand'
import { RefusalError } from '#backend/refusal.ts'
import { formatYen } from '#vocabulary/yen.ts'
import type { PaymentRow } from '../rows/payments.ts'

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

const words: Readonly<Record<string, string>> = {
  insufficient_funds:
    'カード会社から、利用できる金額を超えているため承認できないと回答がありました。',
  expired_card: 'ご登録のカードの有効期限が切れています。',
  lost_card: 'ご登録のカードは、カード会社で利用が止められています。',
  insufficient_points: `${brand.pointsPartner}の残高が、お使いになるポイントより少なくなっています。`,
  member_unknown: `${brand.pointsPartner}の会員が見つかりませんでした。`,
  not_accepted: `${brand.pointsPartner}から承認されませんでした。`,
  unlinked: `${brand.pointsPartner}との連携が解除されています。`,
  card_missing: 'お支払いに使うカードが登録されていません。',
}

/** Why the card company refused, as a sentence; without a reason, it refers to the company. */
export function refusalWords(reason: string | null): string {
  return (
    words[reason ?? ''] ??
    'カード会社から承認されませんでした。理由はカード会社にお問い合わせください。'
  )
}
