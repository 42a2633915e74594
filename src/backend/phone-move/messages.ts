import { phoneMovePage } from '#vocabulary/pages.ts'
import { nameOfPhone } from '#vocabulary/phone-move.ts'
import { operationLabels } from '#vocabulary/operation.ts'
import { formatUntil } from '#backend/mail/japanese-date.ts'
import {
  ifUnexpected,
  stepRing,
  type MailRing,
  type MemberMessage,
  type MessageFact,
} from '#backend/mail/member-message.ts'
import {
  orderMessage,
  priceFacts,
  type OrderFacts,
  type OrderWords,
} from '#backend/procedure/order-facts.ts'
import { phoneMove } from './procedure.ts'
import { checkExpiry, isChecked } from './queries/status.ts'
import type { MoveOrder } from './rows/details.ts'

type MessageFacts = OrderFacts<MoveOrder> & {
  /** The link that stops the move, with its secret: for the first message only. */
  stopPath?: string | undefined
  /** Why staff could not tell who it is. */
  said?: string | undefined
}

type Words = OrderWords<MessageFacts> & {
  /** A stranger could have done it: told by every contact there is. */
  readonly isToAllContacts?: true
}

/** A phone that was lost has no line that works. */
const keepsWorking = (order: MoveOrder, until = '') =>
  order.details.wasLost ? '' : `${until}いまのスマホはそのまま使えます。`

const ended = ({ order }: MessageFacts, why: string) =>
  `${why}、移行の手続きを終了しました。${keepsWorking(order)}料金はかかりません。`

/** One message for each thing that the owner of the line must hear of, or has to do something about. */
const messages = {
  begun: {
    subject: 'お申し込みを受け付けました',
    paragraphs: ({ order }) => [
      `回線を新しいスマホに移すお申し込みを受け付けました。${keepsWorking(order, '切り替えるまで、')}`,
      ...(order.details.proof === 'chip'
        ? ['マイナンバーカードや運転免許証のICチップでのご本人の確認が済むと、手続きが進みます。']
        : []),
      ...(order.details.proof === 'letter'
        ? [
            'ご登録の住所に、確認コードを書いた手紙を簡易書留でお送りします。届いたコードを移行の画面に入力すると、手続きが進みます。',
          ]
        : []),
      `お心当たりがないときは、すぐに次のページで止めてください。${order.details.wasLost ? '' : '切り替わったあとでも、24時間は元のスマホに戻せます。'}`,
    ],
    facts: ({ order }) => [
      ...(isChecked(order)
        ? [{ label: 'ご本人の確認の期限', value: formatUntil(checkExpiry(order)) }]
        : []),
      ...priceFacts(order),
    ],
    isToAllContacts: true,
  },
  waits: {
    subject: 'お申し込みを受け付けました',
    paragraphs: ({ order }) => [
      '回線を新しいスマホに移すお申し込みを受け付けました。パスキーやICチップでのご本人の確認がないため、下の時刻まで手続きを進めずにお待ちします。',
      `時刻になると、新しいスマホで読み取るコードができます。${keepsWorking(order, '切り替えるまで、')}`,
      ifUnexpected,
    ],
    facts: ({ order }) => [
      ...(order.held_until === null
        ? []
        : [{ label: '手続きが進む日時', value: formatUntil(order.held_until) }]),
      ...priceFacts(order),
    ],
  },
  profile_ready: {
    subject: '新しいスマホでコードを読み取れます',
    paragraphs: () => [
      '新しいスマホに入れるeSIMの準備ができました。移行の画面にコードを表示して、新しいスマホで読み取ってください。',
      'コードはほかの人に見せないでください。読み取っただけでは、まだ切り替わりません。',
    ],
    facts: limitFact,
    ring: step(1, '準備'),
  },
  readAgain: {
    subject: 'ほかの端末でもコードが読み取られようとしました',
    paragraphs: () => [
      'コードは1台だけで使えるため、2台目には入りませんでした。ご自身で読み取り直したときは、何もなさらなくて結構です。',
      'お心当たりがないときは、移行の画面から手続きを取りやめてください。',
    ],
    isToAllContacts: true,
  },
  seen: {
    subject: '新しいスマホに切り替えられます',
    paragraphs: ({ order }) => [
      '新しいスマホの電波を確かめました。移行の画面で「新しいスマホに切り替える」を押すと、新しいスマホで使えるようになります。',
      ...(order.details.wasLost ? [] : ['押すまでは、いまのスマホをそのまま使えます。']),
    ],
    facts: limitFact,
    ring: step(2, '読み取り'),
  },
  switched: {
    subject: '新しいスマホに切り替わりました',
    paragraphs: ({ order }) => [
      order.details.wasLost
        ? '回線が、新しいスマホのeSIMに移りました。ご利用を止めているときは、マイページで再開すると使えます。'
        : '新しいスマホで使えます。前のスマホのSIMは休んでいます。',
      order.undo_until === null
        ? 'なくしたスマホには戻せません。前のスマホが見つかったときは、お問い合わせください。'
        : '下の期限まで、元のスマホに戻せます。それまでは、古いSIMを捨てないでください。',
      order.undo_until === null
        ? ifUnexpected
        : 'お心当たりがないときは、お申し込みのときにお送りしたメールやSMSのリンクから、すぐに元のスマホに戻してください。',
    ],
    facts: ({ order }) => [
      ...phoneFact(order),
      ...(order.undo_until === null
        ? []
        : [{ label: '元のスマホに戻せる期限', value: formatUntil(order.undo_until) }]),
      ...priceFacts(order),
    ],
    ring: step(3, '切り替え'),
    isToAllContacts: true,
  },
  rolled_back: {
    subject: '元のスマホに戻しました',
    paragraphs: () => [
      '元のスマホで、いままでどおり使えます。新しいスマホのeSIMは使えなくなりました。料金はかかりません。',
      ifUnexpected,
    ],
    isToAllContacts: true,
  },
  switchRefused: {
    subject: '切り替えられませんでした',
    paragraphs: ({ order }) => [
      `回線の設備で切り替えを受け付けられませんでした。${keepsWorking(order)}`,
      '移行の画面から、もう一度切り替えてください。',
    ],
  },
  rollBackRefused: {
    subject: '元のスマホに戻せませんでした',
    paragraphs: ({ order }) => [
      '回線の設備で受け付けられなかったため、元のスマホには戻せませんでした。新しいスマホは、そのまま使えます。',
      order.undo_until === null
        ? ifUnexpected
        : '下の期限までは、移行の画面からもう一度お試しいただけます。',
    ],
    facts: ({ order }) =>
      order.undo_until === null
        ? []
        : [{ label: '元のスマホに戻せる期限', value: formatUntil(order.undo_until) }],
  },
  withdrawn: {
    subject: '移行を取りやめました',
    paragraphs: ({ order }) => [`移行を取りやめました。${keepsWorking(order)}料金はかかりません。`],
  },
  expired: {
    subject: '期限が過ぎたため終了しました',
    paragraphs: (facts) => [
      ended(facts, '期限までに切り替えられなかったため'),
      '新しいスマホに移すときは、もう一度お申し込みください。',
    ],
  },
  unproved: {
    subject: 'ご本人の確認の期限が過ぎました',
    paragraphs: (facts) => [ended(facts, '期限までにご本人の確認が済まなかったため')],
  },
  proofFailed: {
    subject: 'ご本人の確認ができませんでした',
    paragraphs: (facts) => [ended(facts, '担当者が確認しましたが、ご本人の確認ができなかったため')],
    facts: ({ said }) => (said === undefined ? [] : [{ label: '理由', value: said }]),
  },
  letterTaken: {
    subject: '手紙の確認コードを確かめました',
    paragraphs: () => [
      'ご登録の住所にお送りした手紙の確認コードが入力されたため、新しいスマホに移す手続きが進みます。',
      'お心当たりがないときは、お申し込みのときにお送りしたメールやSMSのリンクから、すぐに止めてください。',
    ],
    isToAllContacts: true,
  },
  letterSpent: {
    subject: '手紙の確認コードが続けて違っていました',
    paragraphs: (facts) => [
      ended(facts, '手紙の確認コードが、使える回数まで続けて違っていたため'),
      ifUnexpected,
    ],
    isToAllContacts: true,
  },
  letterReturned: {
    subject: '手紙をお届けできませんでした',
    paragraphs: (facts) => [
      ended(facts, 'ご登録の住所に手紙をお届けできなかったため'),
      'ご登録の住所を確認して、必要なときは変更してください。お急ぎのときは、ほかの確認の方法でお申し込みください。',
    ],
    isToAllContacts: true,
  },
  failed: {
    subject: '移行を完了できませんでした',
    paragraphs: (facts) => [
      ended(facts, '回線の設備で受け付けられなかったため'),
      'お手数ですが、もう一度お申し込みください。',
    ],
  },
} as const satisfies Record<string, Words>

export type MoveOccasion = keyof typeof messages

export const hasMessage = (state: string): state is MoveOccasion => Object.hasOwn(messages, state)

function step(done: number, name: string): MailRing {
  return stepRing(done, 3, name, done === 3 ? '切り替わりました' : `${name}まで進みました`)
}

function limitFact({ order }: MessageFacts): MessageFact[] {
  const { expiresAt } = order.details
  return expiresAt === undefined
    ? []
    : [{ label: 'コードの有効期限', value: formatUntil(expiresAt) }]
}

function phoneFact({ details: { seenIn, device } }: MoveOrder): MessageFact[] {
  const phone = seenIn ?? device
  return phone === undefined ? [] : [{ label: '新しいスマホ', value: nameOfPhone(phone) }]
}

/** @param again distinguishes repeated occasions of one move. */
export function moveMessage(
  occasion: MoveOccasion,
  facts: MessageFacts,
  again = '',
): MemberMessage {
  const { order, stopPath } = facts
  const words: Words = messages[occasion]
  const page = phoneMovePage(order.order_no)
  const message = orderMessage(
    phoneMove,
    facts,
    { ...words, subject: `${operationLabels.phoneMove}：${words.subject}` },
    {
      reference: `phone-move-${occasion}${again}`,
      link:
        stopPath === undefined
          ? { label: '移行の画面を開く', path: page }
          : { label: 'この手続きを止める', path: stopPath },
    },
  )
  return {
    ...message,
    ...(words.isToAllContacts && { isToAllContacts: true }),
    ...(stopPath !== undefined && { noticePath: page }),
  }
}
