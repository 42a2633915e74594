import { brand } from '#brand'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { formatYen } from '#vocabulary/yen.ts'
import { formatDay } from '#backend/mail/japanese-date.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { billPage } from '#vocabulary/pages.ts'
import { monthWords } from '../messages.ts'
import type { RefundRow } from '../rows/refunds.ts'
import type { BillRow } from '../queries/stored-bills.ts'

type OfCredit = { readonly accountId: string; readonly bill: BillRow }

function aboutCredit({ accountId, bill }: OfCredit, occasion: string) {
  return {
    accountId,
    sourceRef: `credit-${occasion}/${bill.bill_id}`,
    kind: 'billing' as const,
    link: { label: '請求の内訳を開く', path: billPage(bill.month) },
  }
}

/** A bill below zero, where nothing is there to pay with it yet. */
export function creditKeptMessage(facts: OfCredit & { leftYen: number }): MemberMessage {
  const { bill, leftYen } = facts
  return {
    ...aboutCredit(facts, 'kept'),
    subject: `${monthWords(bill.month)}の請求で、${formatYen(leftYen)}をお預かりしました`,
    paragraphs: [
      `${monthWords(bill.month)}は、お返しする金額が料金より多かったため、${formatYen(leftYen)}をお預かりしています。`,
      '次の請求から差し引きます。お手続きは要りません。',
    ],
    facts: [{ label: 'お預かり', value: formatYen(leftYen) }],
  }
}

/** `bill` is the one that was paid with it. */
export function creditSpentMessage(
  facts: OfCredit & { spentYen: number; dueYen: number; leftYen: number },
): MemberMessage {
  const { bill, spentYen, dueYen, leftYen } = facts
  const rest =
    dueYen === 0
      ? `${monthWords(bill.month)}の料金は、これですべてお支払い済みです。カードへの請求はありません。`
      : `残りの${formatYen(dueYen)}は、ご登録のカードに請求します。`
  return {
    ...aboutCredit(facts, 'spent'),
    subject: `${monthWords(bill.month)}の料金に、お預かりしていた${formatYen(spentYen)}を充てました`,
    paragraphs: [
      `お預かりしていた${formatYen(spentYen)}を、${monthWords(bill.month)}の料金のお支払いに充てました。`,
      rest,
      ...(leftYen === 0
        ? []
        : [`お預かりは、まだ${formatYen(leftYen)}残っています。次の請求から差し引きます。`]),
    ],
    facts: [
      { label: '充てた金額', value: formatYen(spentYen) },
      { label: 'お支払いの残り', value: formatYen(dueYen) },
      { label: 'お預かりの残り', value: formatYen(leftYen) },
    ],
  }
}

/** What was left of the credit has gone back: how much, where to and when. */
export function refundedMessage(
  facts: OfCredit & { refunds: readonly RefundRow[] },
): MemberMessage {
  const { refunds } = facts
  const yen = refunds.reduce((sum, { amount_yen: part }) => sum + part, 0)
  const isToCards = refunds.some(({ way }) => way === 'card')
  return {
    ...aboutCredit(facts, 'refunded'),
    subject: `お預かりしていた${formatYen(yen)}をお返ししました`,
    paragraphs: [
      `ご契約が終わったため、お預かりしていた${formatYen(yen)}をお返しする手続きが完了しました。`,
      ...(isToCards
        ? [
            'カード会社によっては、ご利用明細に載るのが翌月か翌々月になります。詳しくはカード会社にお問い合わせください。',
          ]
        : []),
    ],
    facts: [
      ...refunds.map((refund) => ({
        label: destinationWords(refund),
        value: formatYen(refund.amount_yen),
      })),
      ...refunds
        .slice(-1)
        .flatMap(({ answered_at: at }) =>
          at === null ? [] : [{ label: 'お返しした日', value: formatDay(toTokyoDate(at)) }],
        ),
    ],
  }
}

/** No card takes it: staff choose another way. */
export function refundRefusedMessage(facts: OfCredit & { leftYen: number }): MemberMessage {
  const yen = formatYen(facts.leftYen)
  return {
    ...aboutCredit(facts, 'refund-refused'),
    subject: `お預かりしている${yen}のお返しについて`,
    paragraphs: [
      `ご契約が終わったため、お預かりしている${yen}をカードにお返しする手続きをしましたが、カード会社から承認されませんでした。カードを解約されていると、このようになることがあります。`,
      'お返しの方法を確認して、あらためてご連絡します。お返しする金額は変わりません。',
    ],
    facts: [{ label: 'お返しする金額', value: yen }],
  }
}

const destinationWords = ({ way, card_last4: last4 }: RefundRow) => {
  if (way === 'transfer') return '銀行振込'
  if (way === 'points') return brand.pointsPartner
  return last4 === null ? 'お支払いいただいたカード' : `カード（末尾${last4}）`
}
