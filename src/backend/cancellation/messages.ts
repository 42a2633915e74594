import { pages } from '#vocabulary/pages.ts'
import { formatDay, formatUntil } from '#backend/mail/japanese-date.ts'
import {
  ifUnexpected,
  stepRing,
  type MailRing,
  type MemberMessage,
  type MessageFact,
} from '#backend/mail/member-message.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import { orderFacts, priceFacts, type ToldOrder } from '#backend/procedure/told-order.ts'
import { cancellation, initialCancel, isWhole } from './procedure.ts'
import { formatYen } from '#backend/volume-words.ts'

type Words = {
  subject: string
  paragraphs: (what: string) => string[]
  facts?: (order: OrderRow) => MessageFact[]
  ring?: MailRing
}

const messages = {
  queued: {
    subject: '解約を順番待ちで受け付けました',
    paragraphs: (what) => [
      `${what}の解約を受け付けました。`,
      '進行中のSIMの手続きが終わりしだい予約し、お知らせします。最終利用日は変わりません。',
      '取り消すときは、マイページからお手続きください。',
      ifUnexpected,
    ],
    facts: (order) => [...lastDayFacts(order), ...priceFacts(order)],
  },
  booked: {
    subject: '解約の予約を受け付けました',
    paragraphs: (what) => [
      `${what}の解約を予約しました。最終利用日の24時に、通信と通話が使えなくなります。`,
      '取り消すときは、期限までにマイページからお手続きください。',
      ifUnexpected,
    ],
    facts: (order) => [...dateFacts(order), ...priceFacts(order)],
    ring: stepRing(1, 2, '予約', '最終利用日を待っています'),
  },
  undone: {
    subject: '解約の予約を取り消しました',
    paragraphs: (what) => [`${what}の解約を取り消しました。引き続きご利用いただけます。`],
  },
  executed: {
    subject: '解約が完了しました',
    paragraphs: (what) => [
      `${what}の解約が完了しました。ご利用ありがとうございました。`,
      '請求の内容は、引き続きマイページで確認できます。',
    ],
    facts: (order) => lastDayFacts(order),
    ring: stepRing(2, 2, '解約', '完了しました'),
  },
} as const satisfies Record<string, Words>

function dateFacts(order: OrderRow): MessageFact[] {
  return [
    ...lastDayFacts(order),
    ...(order.undo_until === null
      ? []
      : [{ label: '取り消しできる期限', value: formatUntil(order.undo_until) }]),
  ]
}

function lastDayFacts(order: OrderRow): MessageFact[] {
  return order.effective_on === null
    ? []
    : [{ label: '最終利用日', value: formatDay(order.effective_on) }]
}

export type CancellationOccasion = keyof typeof messages

export function cancellationMessage(
  occasion: CancellationOccasion,
  told: ToldOrder,
): MemberMessage {
  const { accountId, order, lines } = told
  const words: Words = messages[occasion]
  return {
    accountId,
    sourceRef: `cancellation-${occasion}:${order.order_no}`,
    kind: 'procedure',
    subject: words.subject,
    paragraphs: words.paragraphs(isWhole(cancellation.read(order)) ? 'ご契約' : lines),
    facts: orderFacts(cancellation, { ...told, lines: '' }, words.facts?.(order)),
    link: { label: '解約・転出の画面を開く', path: pages.cancel },
  }
}

/** What is told of a booking: behind a SIM order it waits. */
export const bookedMessage = (told: ToldOrder): MemberMessage =>
  cancellationMessage(told.order.state === 'queued' ? 'queued' : 'booked', told)

/** @param owedYen what the member owes, tax included. */
export function initialCancelMessage(
  occasion: 'submitted' | 'accepted',
  told: ToldOrder & { owedYen: number },
): MemberMessage {
  const { accountId, order, owedYen } = told
  return {
    accountId,
    sourceRef: `initial-cancel-${occasion}:${order.order_no}`,
    kind: 'procedure',
    ...(occasion === 'submitted'
      ? {
          subject: '初期契約解除のお申し出を受け付けました',
          paragraphs: [
            '初期契約解除のお申し出を受け付けました。お申し出の日に効力が生じます。',
            '結果は、メールとマイページでお知らせします。',
            ifUnexpected,
          ],
        }
      : {
          subject: '初期契約解除が完了しました',
          paragraphs: [
            '初期契約解除により、ご契約は終了しました。',
            'お支払いは、ご登録の方法でご請求します。請求の内容は、引き続きマイページで確認できます。',
          ],
        }),
    facts: orderFacts(initialCancel, { ...told, lines: '' }, [
      ...(order.effective_on === null
        ? []
        : [{ label: '解除の日', value: formatDay(order.effective_on) }]),
      { label: 'お支払いいただく金額', value: `${formatYen(owedYen)}（税込）` },
    ]),
    link: { label: '初期契約解除の画面を開く', path: pages.initialCancel },
  }
}
