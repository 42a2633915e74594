import { formatDay } from '#backend/mail/japanese-date.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { formatYen } from '#backend/volume-words.ts'
import { chargeTimes } from '#domain/billing/collection.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { billPage } from '#vocabulary/pages.ts'
import { refusalWords } from './refusal-words.ts'
import type { BillRow } from './stored-bills.ts'

type OfBill = { readonly accountId: string; readonly bill: BillRow }

const monthOf = ({ month }: BillRow) => `${Number(month.slice(5))}月分`
const link = (bill: BillRow) => ({ label: '請求の内訳を開く', path: billPage(bill.month) })

export function paidMessage({
  accountId,
  bill,
  payment,
}: OfBill & { payment: { order_id: string; card_last4: string | null } }): MemberMessage {
  const card =
    payment.card_last4 === null ? [] : [{ label: 'カード', value: `末尾${payment.card_last4}` }]
  return {
    accountId,
    sourceRef: `payment/${payment.order_id}`,
    kind: 'billing',
    subject: `${monthOf(bill)}の料金をお支払いいただきました`,
    paragraphs: [
      `${monthOf(bill)}の料金${formatYen(bill.total_yen)}（税込）を、ご登録のカードでお支払いいただきました。`,
    ],
    facts: [{ label: 'お支払い額', value: `${formatYen(bill.total_yen)}（税込）` }, ...card],
    link: link(bill),
  }
}

/** After each refusal: why, and what happens next by itself. */
export function refusedMessage({
  accountId,
  bill,
  attempt,
  reason,
}: OfBill & { attempt: number; reason: string }): MemberMessage {
  const next = chargeTimes(bill.month)[attempt]
  return {
    accountId,
    sourceRef: `payment/${bill.bill_id}-${attempt}`,
    kind: 'billing',
    subject: `${monthOf(bill)}の料金をお支払いいただけませんでした`,
    paragraphs: [
      `${monthOf(bill)}の料金${formatYen(bill.total_yen)}（税込）について、${refusalWords(reason)}`,
      next === undefined
        ? '3回お手続きしましたが、お支払いを確認できていません。カード会社にご確認のうえ、お問い合わせください。'
        : `${formatDay(toTokyoDate(next))}に、もう一度お手続きします。それまでに、カードの状態をお確かめください。`,
    ],
    facts: [{ label: 'お支払い額', value: `${formatYen(bill.total_yen)}（税込）` }],
    link: link(bill),
  }
}
