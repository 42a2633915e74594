import { formatUntil } from '#backend/mail/japanese-date.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { billWords } from '#backend/procedure/order-facts.ts'
import { formatYen } from '#vocabulary/yen.ts'
import type { TopUpPack } from '#domain/catalogue/top-up.ts'
import type { Grant } from '#domain/data/grant.ts'
import { toTokyoMonth } from '#domain/tokyo.ts'
import { pages } from '#vocabulary/pages.ts'

/** The receipt. */
export function topUpMessage(bought: {
  accountId: string
  orderNo: string
  pack: TopUpPack
  priceYen: number
  given: Grant
}): MemberMessage {
  const { accountId, orderNo, pack, priceYen, given } = bought
  return {
    accountId,
    sourceRef: `topup/${orderNo}`,
    kind: 'data',
    subject: `データチャージ ${pack.name}を受け付けました`,
    paragraphs: ['データチャージのご購入を受け付けました。すぐにお使いいただけます。'],
    facts: [
      { label: '内容', value: `データチャージ ${pack.name}` },
      { label: '料金', value: `${formatYen(priceYen)}（税込）` },
      { label: 'お支払い', value: billWords(toTokyoMonth(given.grantedAt)) },
      { label: '有効期限', value: formatUntil(given.expiresAt) },
      { label: '受付番号', value: orderNo },
    ],
    ring: {
      drawing: { kind: 'added' },
      words: `追加したデータ${pack.name}の輪`,
      figure: `＋${pack.name}`,
    },
    link: { label: 'データ利用状況を開く', path: pages.usage },
  }
}
