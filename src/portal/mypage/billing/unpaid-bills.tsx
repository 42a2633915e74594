import { ALL_BILLS, pages, payPage } from '#vocabulary/pages.ts'
import { Amount } from '#ui/amount.tsx'
import { ButtonLinkRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDate, formatMonth } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'
import { BillBadge } from '#portal/mypage/shared/bill-badge.tsx'
import { cardWords } from './card-outcome.tsx'
import type { PaymentMethod, Unpaid, UnpaidBill } from './load-pay.ts'
import { TapLink } from '#ui/text-link.tsx'

type UnpaidBillsProps = {
  readonly unpaid: Unpaid
  readonly method: PaymentMethod
}

/** The bills that are owed, each with its dates and one button. */
export function UnpaidBills({ unpaid, method }: UnpaidBillsProps) {
  const { bills } = unpaid
  if (bills.length === 0)
    return (
      <>
        <EmptyState title="お支払いが必要な料金はありません">
          毎月の料金は、ご登録のカードで自動的にお支払いいただいています。
        </EmptyState>
        <TapLink href={pages.billing}>これまでの請求を見る</TapLink>
      </>
    )
  return (
    <>
      {bills.length > 1 ? <AllOwed unpaid={unpaid} /> : null}
      {bills.map((bill) => (
        <Owed key={bill.billId} bill={bill} all={bills} />
      ))}
      <p>
        お支払い方法：{cardWords(method)}　<a href={pages.card}>カードを確認・変更する</a>
      </p>
    </>
  )
}

/** Several are paid with one press. */
function AllOwed({ unpaid: { bills, totalYen } }: { readonly unpaid: Unpaid }) {
  if (bills.some(({ paymentPending }) => paymentPending)) return null
  return (
    <Card className="card owed">
      <h2>{bills.length}か月分の合計</h2>
      <p className="owed__figure">
        <Amount yen={totalYen} tax="none" size="figure" />
      </p>
      <ButtonLinkRow kind="primary" href={payPage(ALL_BILLS)}>
        {bills.length}か月分をまとめて支払う
      </ButtonLinkRow>
    </Card>
  )
}

type OwedProps = { readonly bill: UnpaidBill; readonly all: readonly UnpaidBill[] }

function Owed({ bill, all }: OwedProps) {
  const { billId, month, amountYen, reason, paymentPending } = bill
  const isOne = all.length === 1
  return (
    <Card className="card owed">
      <h2>
        {formatMonth(month)}分 <BillBadge bill={bill} />
      </h2>
      <p className="owed__figure">
        <Amount yen={amountYen} tax="none" size="figure" />
      </p>
      <SummaryList entries={[['お支払いいただけなかった理由', reason], ...days(bill, all)]} />
      {paymentPending ? (
        <Notice tone="warning" title="お支払いの結果を確認しています">
          カード会社からの応答を待っています。二重に請求されることはありません。結果はメールでお知らせします。
        </Notice>
      ) : (
        <ButtonLinkRow kind={isOne ? 'primary' : 'secondary'} href={payPage(billId)}>
          {isOne ? '今すぐ支払う' : 'この月だけ支払う'}
          <span className="visually-hidden">（{formatMonth(month)}分）</span>
        </ButtonLinkRow>
      )}
    </Card>
  )
}

/** What comes when, in its order; what has happened already is not ahead any more. */
function days(bill: UnpaidBill, all: readonly UnpaidBill[]): SummaryEntry[] {
  const { retryOn, payableUntil, contractEnded } = bill
  return [
    ['次のお手続き', retryOn && `${formatDate(retryOn)}に、もう一度カードへ請求します`],
    ['ご利用の停止', contractEnded ? undefined : stopWords(bill, all)],
    [
      'ご契約の解除',
      contractEnded ? undefined : `${formatDate(payableUntil)}までにお支払いがないとき`,
    ],
  ]
}

const hasStopped = ({ state }: UnpaidBill) => state === 'suspended' || state === 'final_notice'

/** Of a bill beside the one that has stopped the service no stop is announced: it is stopped. */
function stopWords(bill: UnpaidBill, all: readonly UnpaidBill[]): string {
  const until = `${formatDate(bill.suspendOn)}23:00`
  if (bill.resumes) return 'お支払いが済むと、すぐに再開します'
  if (hasStopped(bill)) return '停止しています。ほかの月のお支払いも済むと、再開します'
  return all.some(hasStopped)
    ? `停止しています。再開したあと、${until}までにこの月のお支払いがないと、もう一度停止します`
    : until
}
