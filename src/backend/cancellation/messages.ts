import { pages } from '#vocabulary/pages.ts'
import { ifUnexpected, stepRing, type MemberMessage } from '#backend/mail/member-message.ts'
import {
  dayFact,
  orderMessage,
  priceFacts,
  undoFact,
  type OrderWords,
  type OrderFacts,
} from '#backend/procedure/order-facts.ts'
import { paidTooMuchBack } from './queries/initial-cancel.ts'
import { cancellation, initialCancel, isWhole } from './procedure.ts'
import { formatYen } from '#vocabulary/yen.ts'

const messages = {
  queued: {
    subject: '解約を順番待ちで受け付けました',
    paragraphs: (facts) => [
      `${whatOf(facts)}の解約を受け付けました。`,
      '進行中のSIMの手続きが終わってから1時間以内に予約し、お知らせします。最終利用日は変わりません。',
      '取り消すときは、マイページからお手続きください。',
      ifUnexpected,
    ],
    facts: ({ order }) => [...lastDay(order), ...priceFacts(order)],
  },
  booked: {
    subject: '解約の予約を受け付けました',
    paragraphs: (facts) => [
      `${whatOf(facts)}の解約を予約しました。最終利用日の24時に、通信と通話が使えなくなります。`,
      '取り消すときは、期限までにマイページからお手続きください。',
      ifUnexpected,
    ],
    facts: ({ order }) => [...lastDay(order), ...undoFact(order), ...priceFacts(order)],
    ring: stepRing(1, 2, '予約', '最終利用日を待っています'),
  },
  undone: {
    subject: '解約の予約を取り消しました',
    paragraphs: (facts) => [`${whatOf(facts)}の解約を取り消しました。引き続きご利用いただけます。`],
  },
  executed: {
    subject: '解約が完了しました',
    paragraphs: (facts) => [
      `${whatOf(facts)}の解約が完了しました。ご利用ありがとうございました。`,
      '請求の内容は、引き続きマイページで確認できます。',
    ],
    facts: ({ order }) => lastDay(order),
    ring: stepRing(2, 2, '解約', '完了しました'),
  },
} as const satisfies Record<string, OrderWords>

const billsLink = { label: '料金・請求を開く', path: pages.billing }

const lastDay = ({ effective_on: on }: OrderFacts['order']) => dayFact('最終利用日', on)

/** The contract, or the lines by name. */
const whatOf = ({ order, lines }: OrderFacts) =>
  isWhole(cancellation.read(order)) ? 'ご契約' : lines

export type CancellationOccasion = keyof typeof messages

export function cancellationMessage(
  occasion: CancellationOccasion,
  facts: OrderFacts,
): MemberMessage {
  const { subject, paragraphs, ...words }: OrderWords = messages[occasion]
  // The lines are in the first sentence.
  return orderMessage(
    cancellation,
    { ...facts, lines: '' },
    { ...words, subject, paragraphs: () => paragraphs(facts) },
    {
      reference: `cancellation-${occasion}`,
      // Once it is carried out there is nothing to do there: what the message speaks of are the bills.
      link:
        occasion === 'executed'
          ? billsLink
          : { label: '解約・転出の画面を開く', path: pages.cancellation },
    },
  )
}

/** The message about a booking; one behind a SIM order is queued. */
export const bookedMessage = (facts: OrderFacts): MemberMessage =>
  cancellationMessage(facts.order.state === 'queued' ? 'queued' : 'booked', facts)

const initialMessages = {
  submitted: {
    subject: '初期契約解除のお申し出を受け付けました',
    paragraphs: () => [
      '初期契約解除のお申し出を受け付けました。お申し出の日に効力が生じます。',
      '結果は、メールとマイページでお知らせします。',
      ifUnexpected,
    ],
  },
  accepted: {
    subject: '初期契約解除が完了しました',
    paragraphs: () => [
      '初期契約解除により、ご契約は終了しました。',
      'お支払いは、ご登録の方法でご請求します。請求の内容は、引き続きマイページで確認できます。',
      paidTooMuchBack,
    ],
  },
} as const satisfies Record<string, OrderWords>

/** @param owedYen what the member owes; calls from abroad in it are not taxed. */
export function initialCancelMessage(
  occasion: keyof typeof initialMessages,
  { owedYen, ...ofOrder }: OrderFacts & { owedYen: number },
): MemberMessage {
  const facts = () => [
    ...dayFact('解除の日', ofOrder.order.effective_on),
    { label: 'お支払いいただく金額', value: formatYen(owedYen) },
  ]
  return orderMessage(
    initialCancel,
    { ...ofOrder, lines: '' },
    { ...initialMessages[occasion], facts },
    {
      reference: `initial-cancel-${occasion}`,
      link:
        occasion === 'accepted'
          ? billsLink
          : { label: '初期契約解除の画面を開く', path: pages.initialCancel },
    },
  )
}
