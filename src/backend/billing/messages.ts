import { formatDay, formatMoment } from '#backend/mail/japanese-date.ts'
import { ifUnexpected, type MemberMessage } from '#backend/mail/member-message.ts'
import { formatPoints } from '#vocabulary/point.ts'
import { formatYen } from '#vocabulary/yen.ts'
import { collectionCourse } from '#domain/billing/collection.ts'
import { toTokyoDate, type Instant, type TokyoDate, type TokyoMonth } from '#domain/tokyo.ts'
import { billPage, pages } from '#vocabulary/pages.ts'
import type { PaymentRow } from './rows/payments.ts'
import { refusalWords } from './queries/refusal-words.ts'
import type { BillRow } from './queries/stored-bills.ts'

type OfBill = { readonly accountId: string; readonly bill: BillRow; readonly dueYen: number }

export const monthWords = (month: TokyoMonth) => `${Number(month.slice(5))}月分`

const paymentFailed = ({ contract_id: contractId, bill_id: billId, month }: BillRow) =>
  ({ type: 'payment.failed', data: { contractId, billId, month } }) as const

const courseOf = ({ charge_on, suspended_at }: BillRow) => collectionCourse(charge_on, suspended_at)

/** What every message on one bill has: the sum, and the page on which it can be paid. */
function aboutDebt({ accountId, bill, dueYen }: OfBill, occasion: string) {
  return {
    accountId,
    sourceRef: `bill-${occasion}/${bill.bill_id}`,
    kind: 'debt' as const,
    link: { label: 'お支払いの画面を開く', path: pages.pay },
    facts: [{ label: 'お支払い額', value: formatYen(dueYen) }],
  }
}

export type PaidPart = Pick<
  PaymentRow,
  'order_id' | 'receipt_no' | 'amount_yen' | 'card_last4' | 'way'
>

/** @param parts the payment; or points, and what the card paid besides. */
export function paidMessage({
  accountId,
  bill,
  parts,
  resumed,
}: Omit<OfBill, 'dueYen'> & {
  parts: readonly PaidPart[]
  /** The payment lifted a suspension. */
  resumed: boolean
}): MemberMessage {
  const paidYen = parts.reduce((sum, { amount_yen: part }) => sum + part, 0)
  const card = parts.find(({ way }) => way === 'card')
  const points = parts.find(({ way }) => way === 'points')
  const means = [
    ...(points === undefined ? [] : [`ポイント（${formatYen(points.amount_yen)}分）`]),
    ...(card === undefined ? [] : ['ご登録のカード']),
  ].join('と')
  return {
    accountId,
    sourceRef: `payment/${parts.at(-1)?.order_id ?? ''}`,
    kind: 'billing',
    subject: `${monthWords(bill.month)}の料金をお支払いいただきました`,
    paragraphs: [
      `${monthWords(bill.month)}の料金${formatYen(paidYen)}を、${means}でお支払いいただきました。`,
      ...(resumed
        ? ['止まっていたご利用を再開しました。数秒で通話・SMS・データ通信ができるようになります。']
        : []),
    ],
    facts: [
      { label: '受付番号', value: parts[0]?.receipt_no ?? '' },
      { label: 'お支払い額', value: formatYen(paidYen) },
      ...(points === undefined
        ? []
        : [{ label: 'うちポイント', value: formatPoints(points.amount_yen) }]),
      ...(card?.card_last4 == null ? [] : [{ label: 'カード', value: `末尾${card.card_last4}` }]),
    ],
    link: { label: '請求の内訳を開く', path: billPage(bill.month) },
  }
}

/** After each refusal of a charge by the calendar: why, and what happens next. The third is the first notice. */
export function refusedMessage(
  facts: OfBill & {
    attempt: number
    reason: string
    others: readonly OtherDebt[]
    isStopped: boolean
  },
): MemberMessage {
  const { bill, attempt, reason, dueYen, others, isStopped } = facts
  const about = aboutDebt(facts, `refused-${attempt}`)
  const { chargesAt, suspendAt } = courseOf(bill)
  const next = chargesAt[attempt]
  return {
    ...about,
    event: paymentFailed(bill),
    facts: [...about.facts, ...others.map(debtFact), ...sumFacts(dueYen, others)],
    subject: `${monthWords(bill.month)}の料金をお支払いいただけませんでした`,
    paragraphs: [
      `${monthWords(bill.month)}の料金${formatYen(dueYen)}について、${refusalWords(reason)}`,
      ...(next === undefined
        ? [
            `3回お手続きしましたが、お支払いを確認できていません。${
              isStopped
                ? STOPPED
                : `${formatMoment(suspendAt)}までにお支払いが確認できないと、ご利用を停止します。`
            }`,
            'カードをお確かめのうえ、マイページからお支払いください。',
          ]
        : [
            `${formatDay(toTokyoDate(next))}に、もう一度お手続きします。マイページから、いまお支払いいただくこともできます。`,
          ]),
      ...(others.length === 0 ? [] : [otherWords(others)]),
    ],
  }
}

/** Another bill that is owed beside the one a message is about. */
type OtherDebt = { readonly month: TokyoMonth; readonly dueYen: number }

const otherWords = (others: readonly OtherDebt[]) =>
  `ほかに${others.map(({ month, dueYen }) => `${monthWords(month)}の料金${formatYen(dueYen)}`).join('と')}も、お支払いを確認できていません。マイページから、まとめてお支払いいただけます。`

const debtFact = ({ month, dueYen }: OtherDebt) => ({
  label: `${monthWords(month)}の料金`,
  value: formatYen(dueYen),
})

const sumFacts = (dueYen: number, others: readonly OtherDebt[]) =>
  others.length === 0
    ? []
    : [
        {
          label: '未払いの合計',
          value: formatYen(others.reduce((sum, other) => sum + other.dueYen, dueYen)),
        },
      ]

/** The member’s own attempt, of which the answer came late. */
export function lateRefusalMessage(
  facts: OfBill & { payment: Pick<PaymentRow, 'order_id' | 'way' | 'follows'>; reason: string },
): MemberMessage {
  const { bill, payment, reason, dueYen } = facts
  const isPoints = payment.way === 'points'
  const isRest = payment.follows !== null
  return {
    ...aboutDebt(facts, 'pay'),
    sourceRef: `payment/${payment.order_id}`,
    event: paymentFailed(bill),
    subject: `${monthWords(bill.month)}の料金をお支払いいただけませんでした`,
    paragraphs: [
      `お待たせしました。${monthWords(bill.month)}の料金${formatYen(dueYen)}について、${refusalWords(reason)}`,
      isPoints
        ? 'ポイントは減っておらず、お支払いも行われていません。もう一度お手続きください。'
        : `${isRest ? 'ポイントはお支払いに充てました。残りの' : ''}お支払いは行われていません。カードをお確かめのうえ、もう一度お手続きください。`,
    ],
  }
}

/** An earlier bill has stopped it already: of this one no stop is announced. */
const STOPPED =
  'ご利用は、前の料金のため停止しています。再開したままお使いいただくには、この料金のお支払いも必要です。'

const overdueWords = {
  reminded: (bill: BillRow, isStopped: boolean) => ({
    subject: `${monthWords(bill.month)}の料金のお支払いをお願いします`,
    paragraphs: [
      `${monthWords(bill.month)}の料金のお支払いを、まだ確認できていません。`,
      isStopped
        ? STOPPED
        : `${formatMoment(courseOf(bill).suspendAt)}までにお支払いが確認できないと、通話・SMS・データ通信のご利用を停止します。`,
    ],
  }),
  suspended: (bill: BillRow, isStopped: boolean) =>
    isStopped
      ? {
          subject: `${monthWords(bill.month)}の料金のお支払いも確認できていません`,
          paragraphs: [`${monthWords(bill.month)}の料金も、お支払いの期限を過ぎました。`, STOPPED],
        }
      : {
          subject: '料金のお支払いを確認できないため、ご利用を停止しました',
          paragraphs: [
            `${monthWords(bill.month)}の料金のお支払いを確認できないため、通話・SMS・データ通信のご利用を停止しました。`,
            'お支払いが済むと、すぐに再開します。停止しているあいだも、基本料金はかかります。',
          ],
        },
  finallyNoticed: (bill: BillRow) => ({
    subject: `【最終のお知らせ】${monthWords(bill.month)}の料金のお支払いについて`,
    paragraphs: [
      `ご利用を停止したあとも、${monthWords(bill.month)}の料金のお支払いを確認できていません。`,
      `${formatDay(courseOf(bill).lastDay)}までにお支払いが確認できないと、この日を最後にご契約を解除します。解除すると、お使いの電話番号は元に戻せません。`,
    ],
  }),
  terminated: (bill: BillRow) => ({
    subject: '料金のお支払いを確認できないため、ご契約を解除しました',
    paragraphs: [
      `${monthWords(bill.month)}の料金のお支払いを確認できないため、${formatDay(courseOf(bill).lastDay)}を最後にご契約を解除しました。`,
      '解除のあとも、料金のお支払いは必要です。マイページから、いつでもお支払いいただけます。',
    ],
  }),
} as const

export type OverdueOccasion = keyof typeof overdueWords
/** @internal For the test that writes down every message. */
export const overdueOccasions = overdueWords

/** Each step of a bill nobody pays, with its dates from the course of collection. */
export function overdueMessage(
  occasion: OverdueOccasion,
  facts: OfBill & { isStopped: boolean },
): MemberMessage {
  return { ...aboutDebt(facts, occasion), ...overdueWords[occasion](facts.bill, facts.isStopped) }
}

/** Sent whenever another card is on file, so that a stranger's doing does not go unseen. */
export function cardChangedMessage(facts: {
  accountId: string
  last4: string
  now: Instant
  /** What is owed, and the day it is charged again, where it is. */
  owed?: { readonly yen: number; readonly retryOn?: TokyoDate | undefined } | undefined
}): MemberMessage {
  const { owed } = facts
  return {
    accountId: facts.accountId,
    sourceRef: `card/${facts.now.epochMilliseconds}`,
    kind: 'security',
    subject: 'お支払いのカードを変更しました',
    paragraphs: [
      'お支払いのカードを変更しました。次のお支払いから、このカードに請求します。',
      ...(owed === undefined ? [] : [owedWords(owed)]),
      ifUnexpected,
    ],
    facts: [{ label: 'カード', value: `末尾${facts.last4}` }],
    link:
      owed === undefined
        ? { label: 'お支払い方法を開く', path: pages.card }
        : { label: 'お支払いの画面を開く', path: pages.pay },
  }
}

/** A new card does not pay what the old one refused: only a retry that is still to come does. */
const owedWords = ({ yen, retryOn }: { yen: number; retryOn?: TokyoDate | undefined }) =>
  retryOn === undefined
    ? `未払いの料金${formatYen(yen)}は、カードを変更しても自動では請求しません。お支払いの画面から、このカードですぐにお支払いいただけます。`
    : `未払いの料金${formatYen(yen)}は、${formatDay(retryOn)}にこのカードへもう一度請求します。お支払いの画面から、すぐにお支払いいただくこともできます。`

/** What is given back for an outage: how long, how reckoned, on which bill. */
export function compensationMessage(facts: {
  accountId: string
  source: string
  from: Instant
  to: Instant
  days: number
  yenExTax: number
  month: TokyoMonth
}): MemberMessage {
  const { accountId, source, from, to, days, yenExTax, month } = facts
  return {
    accountId,
    sourceRef: `compensation/${source}`,
    kind: 'billing',
    subject: '使えなかった日数分の料金をお返しします',
    paragraphs: [
      `${formatMoment(from)}から${formatMoment(to)}まで、通信をお使いいただけませんでした。ご不便をおかけし、申し訳ありません。`,
      `使えなかった${days}日分の月額料金${formatYen(yenExTax)}（税抜）を、次の請求から差し引きます。お手続きは要りません。`,
    ],
    facts: [
      { label: '対象の月', value: monthWords(month) },
      { label: '日数', value: `${days}日（24時間を1日と数えます）` },
      { label: 'お返しする金額', value: `${formatYen(yenExTax)}（税抜）` },
    ],
    link: { label: '料金・請求を開く', path: pages.billing },
  }
}
