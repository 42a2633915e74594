import { pages } from '#vocabulary/pages.ts'
import { formatMoment } from '#backend/mail/japanese-date.ts'
import { ifUnexpected, stepRing, type MemberMessage } from '#backend/mail/member-message.ts'
import type { ListFacet } from '#backend/procedure/definition.ts'
import {
  dayFact,
  orderMessage,
  priceFacts,
  undoFact,
  type OrderWords,
  type OrderFacts,
} from '#backend/procedure/order-facts.ts'
import { options } from '#domain/catalogue/option.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import type { OptionCode } from '#vocabulary/option.ts'
import { optionJoin, optionLeave, type JoinOrder, type LeaveOrder } from './procedure.ts'

type Words = Omit<OrderWords, 'paragraphs'> & { paragraphs: (name: string) => string[] }

const joinMessages = {
  asked: {
    subject: 'オプションのお申し込みを受け付けました',
    paragraphs: (name) => [
      `「${name}」のお申し込みを受け付け、設定を始めました。`,
      '通常は数分で終わります。使えるようになりましたら、お知らせします。',
      ifUnexpected,
    ],
    facts: ({ order }) => priceFacts(order),
    ring: stepRing(1, 2, '設定', '設定しています'),
  },
  joined: {
    subject: 'オプションをお使いいただけます',
    paragraphs: (name) => [`「${name}」をお使いいただけるようになりました。`, ifUnexpected],
    facts: ({ order }) => [...fromFact(order), ...priceFacts(order)],
  },
  refused: {
    subject: 'オプションを設定できませんでした',
    paragraphs: (name) => [
      `「${name}」は、設定できませんでした。お申し込みはなかったことになり、料金はかかりません。`,
      '時間をおいて、マイページからもう一度お申し込みください。続くときは、お問い合わせください。',
    ],
  },
} as const satisfies Record<string, Words>

const leaveMessages = {
  booked: {
    subject: 'オプションの解約を受け付けました',
    paragraphs: (name) => [
      `「${name}」の解約を受け付けました。最終利用日の24時までお使いいただけます。`,
      '続けて使うときは、期限までにマイページから取り消せます。',
      ifUnexpected,
    ],
    facts: ({ order }) => [
      ...dayFact('最終利用日', order.effective_on),
      ...undoFact(order),
      ...priceFacts(order),
    ],
    ring: stepRing(1, 2, '受付', '最終利用日を待っています'),
  },
  asked: {
    subject: 'オプションの解除を受け付けました',
    paragraphs: (name) => [
      `「${name}」の解除を受け付け、設定を始めました。通常は数分で終わります。`,
      ifUnexpected,
    ],
  },
  undone: {
    subject: 'オプションの解約を取り消しました',
    paragraphs: (name) => [
      `「${name}」の解約を取り消しました。引き続きお使いいただけます。`,
      '料金は、解約を申し込まなかったときと同じです。',
    ],
  },
  ended: {
    subject: 'オプションの解約が完了しました',
    paragraphs: (name) => [`「${name}」の解約が完了しました。`],
    facts: ({ order }) => dayFact('最終利用日', order.effective_on),
  },
  refused: {
    subject: 'オプションを解除できませんでした',
    paragraphs: (name) => [
      `「${name}」は、解除できませんでした。引き続き有効です。`,
      '時間をおいて、マイページからもう一度お手続きください。続くときは、お問い合わせください。',
    ],
  },
} as const satisfies Record<string, Words>

export type JoinOccasion = keyof typeof joinMessages
export type LeaveOccasion = keyof typeof leaveMessages

export const joinMessage = (occasion: JoinOccasion, facts: OrderFacts<JoinOrder>): MemberMessage =>
  messageOf(optionJoin, joinMessages[occasion], `option-join-${occasion}`, facts)

export const leaveMessage = (
  occasion: LeaveOccasion,
  facts: OrderFacts<LeaveOrder>,
): MemberMessage =>
  messageOf(optionLeave, leaveMessages[occasion], `option-leave-${occasion}`, facts)

/** Voice options that end because their line has become one without a voice. */
export function kindChangedMessage({
  accountId,
  lineId,
  line,
  codes,
  lastDay,
}: {
  readonly accountId: string
  readonly lineId: string
  /** In words. */
  readonly line: string
  readonly codes: readonly OptionCode[]
  readonly lastDay: TokyoDate
}): MemberMessage {
  const names = codes.map((code) => `「${options[code].name}」`).join('')
  return {
    accountId,
    sourceRef: `options-ended-with-kind:${lineId}:${lastDay}`,
    kind: 'procedure',
    subject: 'SIMの種別変更により、通話のオプションが終了しました',
    paragraphs: [
      `SIMの種別が変わり、通話ができない回線になったため、${names}が終了しました。`,
      'ほかのオプションは、これまでどおりお使いいただけます。',
    ],
    facts: [
      { label: '対象の回線', value: line },
      { label: '終了したオプション', value: names },
      ...dayFact('最終利用日', lastDay),
    ],
    link: { label: 'オプションの画面を開く', path: pages.option },
  }
}

function messageOf(
  procedure: Pick<ListFacet, 'title'>,
  { paragraphs, ...words }: Words,
  reference: string,
  facts: OrderFacts<JoinOrder | LeaveOrder>,
) {
  const { name } = options[facts.order.details.optionCode]
  return orderMessage(
    procedure,
    facts,
    { ...words, paragraphs: () => paragraphs(name) },
    { reference, link: { label: 'オプションの画面を開く', path: pages.option } },
  )
}

/** From which moment it counts: calls before it are not covered. */
function fromFact({ details }: OrderFacts['order']) {
  const at = details['effectiveAt']
  return typeof at === 'string'
    ? [{ label: '使えるようになった日時', value: formatMoment(Temporal.Instant.from(at)) }]
    : []
}
