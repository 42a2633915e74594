import { brand } from '#brand'

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
