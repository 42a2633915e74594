import { ifUnexpected, stepRing, type MemberMessage } from '#backend/mail/member-message.ts'
import { formatDay } from '#backend/mail/japanese-date.ts'
import {
  dayFact,
  orderMessage,
  priceFacts,
  type OrderWords,
  type OrderFacts,
} from '#backend/procedure/order-facts.ts'
import { orderPage, pages } from '#vocabulary/pages.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import type { HandoverOrder, TakeoverOrder } from './rows/details.ts'
import { firstDayOf, handover, takeover } from './procedure.ts'

type GiverFacts = OrderFacts<HandoverOrder>
type ReceiverFacts = OrderFacts<TakeoverOrder>

const free = { label: '手数料', value: '0円' }
const switchFact = (firstDay: TokyoDate | undefined) => dayFact('切り替わる日', firstDay)
const dayWords = (firstDay: TokyoDate | undefined) =>
  firstDay === undefined ? '翌月1日' : formatDay(firstDay)
const comesOn = ({ order }: ReceiverFacts) => order.effective_on ?? undefined
const goesOn = '回線は、いままでどおりお使いいただけます。'

/** The number itself is never mailed. */
const giverMessages = {
  offered: {
    subject: '回線をご家族にゆずる手続きを受け付けました',
    paragraphs: () => [
      '譲渡番号を発行しました。番号はマイページに表示しています。ゆずる回線の電話番号といっしょに、ご家族にお伝えください。',
      'ご家族がお申し込みを済ませると、切り替わる日をお知らせします。それまで回線はそのままお使いいただけます。',
      ifUnexpected,
    ],
    facts: ({ order }) => [
      ...dayFact('譲渡番号の有効期限', order.details.validUntil),
      free,
      ...priceFacts(order).filter(({ label }) => label !== free.label),
    ],
    ring: stepRing(1, 3, '受付', 'ご家族のお申し込みを待っています'),
  },
  due: {
    subject: '回線がご家族に移る日が決まりました',
    paragraphs: ({ order }) => [
      `ご家族のお申し込みを受け付けました。${dayWords(firstDayOf(order))}の0時に、電話番号とSIMはそのままで、回線の契約者がご家族に切り替わります。`,
      '切り替わるまでは、マイページから手続きを取りやめられます。',
      ifUnexpected,
    ],
    facts: ({ order }) => [...switchFact(firstDayOf(order)), free],
    ring: stepRing(2, 3, 'お申し込み', '月が替わるのを待っています'),
  },
  eve: {
    subject: '明日、回線がご家族に移ります',
    paragraphs: ({ order }) => [
      `${dayWords(firstDayOf(order))}の0時に、回線の契約者がご家族に切り替わります。今日までのご利用分は、いままでどおりご請求します。`,
      '取りやめるときは、今日の24時までにマイページからお手続きください。',
    ],
    facts: ({ order }) => switchFact(firstDayOf(order)),
  },
  handed_over: {
    subject: '回線がご家族に移りました',
    paragraphs: () => [
      '回線の契約者がご家族に切り替わりました。切り替わる前のご利用分は、いままでどおりご請求します。',
      '請求の内容は、引き続きマイページで確認できます。',
    ],
    facts: ({ order }) => switchFact(firstDayOf(order)),
    ring: stepRing(3, 3, '切り替え', '完了しました'),
  },
  withdrawn: {
    subject: '回線をご家族にゆずる手続きを取りやめました',
    paragraphs: () => [`回線をご家族にゆずる手続きを取りやめました。${goesOn}`],
    facts: () => [free],
  },
  released: {
    subject: 'ご家族のお申し込みが取り消されました',
    paragraphs: ({ order }) => [
      `ご家族のお申し込みが取り消されたか、お受けできませんでした。${goesOn}`,
      order.state === 'offered'
        ? '譲渡番号は、有効期限までもう一度使えます。'
        : '譲渡番号の有効期限が過ぎているため、手続きを終了しました。ゆずるときは、もう一度お手続きください。',
    ],
    facts: ({ order }) =>
      order.state === 'offered' ? dayFact('譲渡番号の有効期限', order.details.validUntil) : [],
  },
  lapsed: {
    subject: '譲渡番号の有効期限が過ぎました',
    paragraphs: () => [
      `ご家族のお申し込みがないまま、譲渡番号の有効期限が過ぎました。${goesOn}`,
      'ゆずるときは、もう一度お手続きください。',
    ],
    facts: ({ order }) => dayFact('有効期限', order.details.validUntil),
  },
  failed: {
    subject: '回線をご家族に移せませんでした',
    paragraphs: ({ order }) => [
      order.details.refusal ?? '回線の契約者を切り替えられませんでした。',
      '料金はかかりません。ご家族にもお知らせしました。',
    ],
    facts: () => [free],
  },
} as const satisfies Record<string, OrderWords<GiverFacts>>

const receiverMessages = {
  due: {
    subject: '回線を譲り受ける日が決まりました',
    paragraphs: (facts) => [
      `${dayWords(comesOn(facts))}の0時に、回線がこのご契約に移ります。電話番号とSIMはいまのまま使えるため、お届けするものはありません。`,
      '切り替わるまでは、申し込み状況のページから料金なしで取り消せます。',
    ],
    facts: (facts) => [...switchFact(comesOn(facts)), free],
    ring: stepRing(1, 2, 'お申し込み', '月が替わるのを待っています'),
  },
  eve: {
    subject: '明日、回線を使い始められます',
    paragraphs: (facts) => [
      `${dayWords(comesOn(facts))}の0時に、回線がこのご契約に移ります。お手続きは何もいりません。`,
    ],
    facts: (facts) => switchFact(comesOn(facts)),
  },
  handed_over: {
    subject: '回線がご契約に移りました',
    paragraphs: () => [
      '回線がこのご契約に移りました。今月の基本料は1か月分です。データ残量やご請求の見込みは、マイページで確認できます。',
    ],
    facts: (facts) => switchFact(comesOn(facts)),
    ring: stepRing(2, 2, '切り替え', '完了しました'),
  },
  failed: {
    subject: '回線を譲り受けられなくなりました',
    paragraphs: ({ order }) => [
      order.details.refusal ?? 'ゆずる方の手続きが取りやめになりました。',
      'ご契約は始まらず、料金はかかりません。あらためてお申し込みいただけます。',
    ],
    facts: () => [free],
  },
} as const satisfies Record<string, OrderWords<ReceiverFacts>>

export type GiverOccasion = keyof typeof giverMessages
export type ReceiverOccasion = keyof typeof receiverMessages

export function giverMessage(occasion: GiverOccasion, facts: GiverFacts): MemberMessage {
  return orderMessage(handover, facts, giverMessages[occasion], {
    reference: referenceOf(occasion, facts),
    link: { label: '手続きの画面を開く', path: pages.handover },
  })
}

export function receiverMessage(occasion: ReceiverOccasion, facts: ReceiverFacts): MemberMessage {
  return orderMessage(takeover, facts, receiverMessages[occasion], {
    reference: referenceOf(occasion, facts),
    link: { label: 'お手続き状況を開く', path: orderPage(facts.order.order_no) },
  })
}

/** The version makes a message distinct that is sent again after another application has followed. */
function referenceOf(occasion: string, { order }: GiverFacts | ReceiverFacts): string {
  return `handover-${occasion}-${order.version}`
}
