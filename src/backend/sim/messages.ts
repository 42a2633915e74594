import { orderPage } from '#vocabulary/pages.ts'
import { portInRefusalSentences } from '#vocabulary/port-in.ts'
import { operationLabels } from '#vocabulary/operation.ts'
import { formatNumber } from '#backend/contract/line-words.ts'
import { formatMoment } from '#backend/mail/japanese-date.ts'
import {
  ifUnexpected,
  stepRing,
  type MailRing,
  type MemberMessage,
  type MessageFact,
} from '#backend/mail/member-message.ts'
import {
  dayFact,
  orderMessage,
  priceFacts,
  type OrderWords,
  type OrderFacts,
} from '#backend/procedure/order-facts.ts'
import { simOrder } from './procedure.ts'
import { autoSwitchAt } from '#domain/sim/decide-sim-order.ts'
import { deliveryOf, stillStopped } from './queries/status.ts'
import { identityExpiry, isLineOpening, type SimOrder } from './rows/details.ts'

type MessageFacts = OrderFacts<SimOrder> & {
  /** Given with the switch-over, where it gave one. */
  newNumber?: string | undefined
  /** What staff wrote: what is asked for, or why not. */
  said?: string | undefined
}
/** One message for each thing the member should know; none for steps that mean nothing to do and nothing new. */
const messages = {
  ordered: {
    subject: 'お申し込みを受け付けました',
    paragraphs: ({ order }) => [
      'お申し込みを受け付けました。',
      isEsim(order)
        ? 'eSIMのプロファイルができしだい、お知らせします。'
        : 'SIMを発送したときに、お知らせします。',
      ifUnexpected,
    ],
    facts: ({ order }) => [...deliveryFacts(order), ...priceFacts(order)],
    ring: step(1, '受け付け'),
  },
  id_check: {
    subject: '本人確認を済ませてください',
    paragraphs: () => [
      'お申し込みを受け付けました。法律により本人確認が必要です。',
      'お手続き状況から、本人確認書類の読み取りを始めてください。期限までに済まないときは、お申し込みを取り消します。',
      ifUnexpected,
    ],
    facts: ({ order }) => [
      { label: '本人確認の期限', value: formatMoment(identityExpiry(order)) },
      ...priceFacts(order),
    ],
    ring: step(1, '受け付け'),
  },
  documentsAsked: {
    subject: '本人確認書類をもう一度お願いします',
    paragraphs: () => [
      '担当者が確認しましたが、読み取った書類では本人確認ができませんでした。',
      'お手続き状況から、本人確認書類をもう一度読み取ってください。期限までに済まないときは、お申し込みを取り消します。',
    ],
    facts: ({ order, said }) => [
      ...saidFact('お願い', said),
      { label: '本人確認の期限', value: formatMoment(identityExpiry(order)) },
    ],
    ring: step(1, '受け付け'),
  },
  identityRefused: {
    subject: '本人確認ができませんでした',
    paragraphs: () => [
      '担当者が確認しましたが、本人確認ができなかったため、手続きを終了しました。料金はかかりません。',
      '書類とご登録の内容を確認して、もう一度お申し込みください。',
    ],
    facts: ({ said }) => [...saidFact('理由', said), ...freeOfCharge()],
  },
  shipped: {
    subject: 'SIMを発送しました',
    paragraphs: () => ['SIMを発送しました。届いたら、切り替えの日時を選んでください。'],
    facts: ({ order }) => {
      const { trackingNo } = order.details
      return [
        ...deliveryFacts(order),
        ...(trackingNo === undefined ? [] : [{ label: 'お問い合わせ伝票番号', value: trackingNo }]),
      ]
    },
    ring: step(2, '発送'),
  },
  switch_ready: {
    subject: '切り替えの日時を選べます',
    paragraphs: ({ order }) => [
      isEsim(order)
        ? 'eSIMのプロファイルができました。お手続き状況のQRコードで端末に追加してください。'
        : 'SIMをお届けしました。',
      '切り替えの日時は、お手続き状況で選べます。選ばれないときは、下の日時に自動で切り替えます。',
    ],
    facts: ({ order }) => {
      const { readyAt } = order.details
      return readyAt === undefined
        ? []
        : [{ label: '自動で切り替える日時', value: formatMoment(autoSwitchAt(readyAt)) }]
    },
    ring: step(3, '切り替えの準備'),
  },
  switched: {
    subject: '切り替えが完了しました',
    paragraphs: ({ order }) => ['切り替えが完了しました。', ...afterSwitch(order)],
    facts: switchFacts,
    ring: step(4, '切り替え'),
  },
  auto_switched: {
    subject: '自動で切り替えました',
    paragraphs: ({ order }) => [
      isFrozenAtSwitch(order)
        ? '期限がきたため、回線の設備で自動で切り替わりました。'
        : '切り替えの日時が選ばれないまま期限がきたため、自動で切り替えました。',
      ...afterSwitch(order),
    ],
    facts: switchFacts,
    ring: step(4, '切り替え'),
  },
  cancelled: {
    subject: 'お申し込みを取り消しました',
    paragraphs: () => [
      'お申し込みを取り消しました。料金はかかりません。ご契約の内容はこれまでと変わりません。',
    ],
    facts: freeOfCharge,
  },
  failed: {
    subject: '手続きを完了できませんでした',
    paragraphs: () => [
      '回線の設備で受け付けられなかったため、手続きを終了しました。料金はかかりません。',
      'お手数ですが、内容を確認して、もう一度お申し込みください。',
    ],
    facts: freeOfCharge,
  },
  lapsed: {
    subject: 'お申し込みを取り消しました',
    paragraphs: () => [
      '期限までに本人確認が完了しなかったため、お申し込みを取り消しました。料金はかかりません。',
    ],
    facts: (facts) => [
      { label: '本人確認の期限', value: formatMoment(identityExpiry(facts.order)) },
      ...freeOfCharge(),
    ],
  },
  cancelTooLate: {
    subject: 'お申し込みを取り消せませんでした',
    paragraphs: () => [
      '発送の準備が終わっているため、取り消せませんでした。手続きはこのまま進みます。',
    ],
    facts: ({ order }) => [...deliveryFacts(order), ...priceFacts(order)],
  },
  portInRefused: {
    subject: 'MNP予約番号をお確かめください',
    paragraphs: ({ order }) => [
      portInRefusalSentences[order.details.portIn?.refused ?? 'MNP_NUMBER_UNKNOWN'],
      'お申し込みはそのまま残っています。お手続き状況から、予約番号を入れ直すか、新しい番号での契約に変えられます。',
    ],
  },
  switchRefused: {
    subject: '切り替えをやり直します',
    paragraphs: () => [
      '切り替えを受け付けられませんでした。1時間以内にもう一度行います。',
      '日時を選び直すときは、お手続き状況をご覧ください。',
    ],
  },
} as const satisfies Record<string, OrderWords<MessageFacts>>

function step(done: number, name: string): MailRing {
  return stepRing(done, 4, name, done === 4 ? '完了しました' : `${name}まで進みました`)
}

const saidFact = (label: string, said: string | undefined): MessageFact[] =>
  said === undefined ? [] : [{ label, value: said }]

const isEsim = (order: SimOrder) => order.details.wish.simSize === 'esim'

const deliveryFacts = (order: SimOrder) => dayFact('お届けの予定', deliveryOf(order))

/** Nobody could choose an hour for it. */
const isFrozenAtSwitch = ({ details }: SimOrder) => details.switchedWhile === 'fraud'

function afterSwitch(order: SimOrder): string[] {
  if (isLineOpening(order)) return ['開通した回線をお使いいただけます。']
  if (simOrder.addsLine(order)) return ['追加した回線をお使いいただけます。']
  const { switchedWhile } = order.details
  return [
    `${switchedWhile === undefined ? '新しいSIMをお使いください。' : stillStopped[switchedWhile]}いままでのSIMは使えません。`,
    ...(isFrozenAtSwitch(order) ? [ifUnexpected] : []),
  ]
}

const numberLabels: Partial<Record<SimOrder['procedure'], string>> = {
  simAdd: '追加した回線の電話番号',
  lineOpen: '開通した回線の電話番号',
}

function switchFacts({ order, newNumber }: MessageFacts): MessageFact[] {
  const label = numberLabels[order.procedure] ?? '新しい電話番号'
  return [
    ...dayFact('切り替えた日', order.effective_on),
    ...(newNumber === undefined ? [] : [{ label, value: formatNumber(newNumber) }]),
    ...priceFacts(order),
  ]
}

function freeOfCharge(): MessageFact[] {
  return [{ label: '料金', value: '0円' }]
}

export type SimOccasion = keyof typeof messages

export function isNotifiedOf(state: string): state is SimOccasion {
  return Object.hasOwn(messages, state)
}

/** @param again distinguishes repeated occasions of one order. */
export function simMessage(occasion: SimOccasion, facts: MessageFacts, again = ''): MemberMessage {
  const { order } = facts
  const words: OrderWords<MessageFacts> = messages[occasion]
  const subject = `${operationLabels[order.procedure]}：${words.subject}`
  return orderMessage(
    simOrder,
    facts,
    { ...words, subject },
    {
      reference: `sim-${occasion}${again}`,
      link: { label: 'お手続き状況を開く', path: orderPage(order.order_no) },
    },
  )
}
