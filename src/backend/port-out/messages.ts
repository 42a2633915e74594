import { pages } from '#vocabulary/pages.ts'
import { formatDay } from '#backend/mail/japanese-date.ts'
import { ifUnexpected, type MemberMessage, type MessageFact } from '#backend/mail/member-message.ts'
import {
  dayFact,
  orderMessage,
  type OrderWords,
  type OrderFacts,
} from '#backend/procedure/order-facts.ts'
import { portOut } from './procedure.ts'
import { mnpValidity } from '#domain/policy/mnp-number.ts'
import type { PortOutOrder } from './rows.ts'

type MessageFacts = OrderFacts<PortOutOrder>

const free = { label: '転出の手数料', value: '0円' }
const goesOn = 'この回線は引き続きご利用いただけます。'

/** The number itself is never mailed. */
const messages = {
  requested: {
    subject: 'MNP予約番号の発行を受け付けました',
    paragraphs: () => [
      'MNP予約番号の発行を受け付けました。発行できると、番号をマイページに表示し、メールでお知らせします。',
      ifUnexpected,
    ],
    facts: () => [free],
  },
  consented: {
    subject: 'MNPワンストップの転出に同意しました',
    paragraphs: () => [
      '移転先への転出の同意を受け付けました。移転先で開通すると、この回線は終了します。',
      ifUnexpected,
    ],
    facts: ({ order }) => [
      ...receiverFacts(order),
      ...validityFacts(order, ({ expiresOn }) => ({
        label: '同意の有効期限',
        value: `${formatDay(expiresOn)}まで`,
      })),
      free,
    ],
  },
  issued: {
    subject: 'MNP予約番号を発行しました',
    paragraphs: () => [
      'MNP予約番号を発行しました。番号はマイページで確認し、有効期限までに移転先の事業者で手続きしてください。',
      ifUnexpected,
    ],
    facts: ({ order }) => [
      ...validityFacts(order, ({ expiresOn }) => ({
        label: '番号の有効期限',
        value: `${formatDay(expiresOn)}まで`,
      })),
      free,
    ],
  },
  ported_out: {
    subject: '番号の転出が完了しました',
    paragraphs: () => [
      '番号の転出が完了し、この回線は終了しました。',
      '請求の内容は、引き続きマイページでご覧いただけます。',
    ],
    facts: ({ order }) => [
      ...receiverFacts(order),
      ...dayFact('転出した日', order.details.portedOutOn),
      free,
    ],
  },
  refused: {
    subject: 'MNP転出の手続きを完了できませんでした',
    paragraphs: ({ order }) => [order.details.refusal ?? '', goesOn],
  },
  expired: {
    subject: 'MNP予約番号の有効期限が過ぎました',
    paragraphs: () => [`MNP予約番号は、使われないまま有効期限が過ぎました。${goesOn}`],
    facts: ({ order }) =>
      validityFacts(order, ({ renewableOn }) => ({
        label: '新しい番号を発行できる日',
        value: `${formatDay(renewableOn)}から`,
      })),
  },
  consent_expired: {
    subject: 'MNPワンストップの同意の有効期限が過ぎました',
    paragraphs: () => [`期限までに移転先で開通しなかったため、同意は無効になりました。${goesOn}`],
    facts: ({ order }) => [
      ...receiverFacts(order),
      ...validityFacts(order, ({ renewableOn }) => ({
        label: 'もう一度申し込める日',
        value: `${formatDay(renewableOn)}から`,
      })),
    ],
  },
} as const satisfies Record<string, OrderWords<MessageFacts>>

function receiverFacts(order: PortOutOrder): MessageFact[] {
  const { receiverName } = order.details
  return receiverName === undefined ? [] : [{ label: '移転先', value: receiverName }]
}

/** A fact about the days of the number or the consent; none until they are known. */
function validityFacts(
  order: PortOutOrder,
  write: (validity: ReturnType<typeof mnpValidity>) => MessageFact,
): MessageFact[] {
  const { issuedOn } = order.details
  return issuedOn === undefined ? [] : [write(mnpValidity(issuedOn))]
}

export type PortOutOccasion = keyof typeof messages

export function portOutMessage(occasion: PortOutOccasion, facts: MessageFacts): MemberMessage {
  return orderMessage(portOut, facts, messages[occasion], {
    reference: `port-out-${occasion}`,
    link: { label: 'MNP転出の画面を開く', path: pages.portOut },
  })
}
