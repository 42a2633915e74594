import { formatMoment, formatUntil } from '#backend/mail/japanese-date.ts'
import type { Letter } from '#backend/mail/outbox.ts'
import { formatYen } from '#backend/volume-words.ts'
import type { TopUpPack } from '#domain/catalogue/top-up.ts'
import type { Grant } from '#domain/data/grant.ts'
import { toTokyoMonth } from '#domain/tokyo.ts'

/** The receipt by mail and as a notice in my page. */
export function topUpLetter(bought: {
  accountId: string
  orderNo: string
  pack: TopUpPack
  priceYen: number
  given: Grant
}): Letter {
  const { accountId, orderNo, pack, priceYen, given } = bought
  const [year, month] = toTokyoMonth(given.grantedAt).split('-').map(Number)
  return {
    accountId,
    sourceRef: `topup/${orderNo}`,
    kind: 'data',
    subject: `データチャージ ${pack.name}を受け付けました`,
    text: [
      'データチャージのご購入を受け付けました。すぐにお使いいただけます。',
      '',
      `受付番号：${orderNo}`,
      `内容：データチャージ ${pack.name}`,
      `料金：${formatYen(priceYen)}（税込）`,
      `受付日時：${formatMoment(given.grantedAt)}`,
      `有効期限：${formatUntil(given.expiresAt)}`,
      `お支払い：${year}年${month}月ご利用分の請求に合算します。`,
    ].join('\n'),
    href: '/mypage/data/usage.html',
  }
}
