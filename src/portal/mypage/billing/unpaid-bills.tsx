import { ALL_BILLS, pages, payPage } from '#vocabulary/pages.ts'
import { Amount } from '#ui/amount.tsx'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDate, formatMonth } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { BillBadge } from '#portal/mypage/shared/bill-badge.tsx'
import { cardWords } from './card-outcome.tsx'
import type { PaymentMethod, Unpaid, UnpaidBill } from './load-pay.ts'

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
        <p className="tap">
          <a href={pages.billing}>これまでの請求を見る</a>
        </p>
      </>
    )
  return (
    <>
      {bills.length > 1 ? <AllOwed unpaid={unpaid} /> : null}
      {bills.map((bill) => (
        <Owed key={bill.billId} bill={bill} isOne={bills.length === 1} />
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
      <ButtonRow>
        <ButtonLink kind="primary" href={payPage(ALL_BILLS)}>
          {bills.length}か月分をまとめて支払う
        </ButtonLink>
      </ButtonRow>
    </Card>
  )
}

function Owed({ bill, isOne }: { readonly bill: UnpaidBill; readonly isOne: boolean }) {
  const { billId, month, amountYen, reason, paymentPending } = bill
  return (
    <Card className="card owed">
      <h2>
        {formatMonth(month)}分 <BillBadge bill={bill} />
      </h2>
      <p className="owed__figure">
        <Amount yen={amountYen} tax="none" size="figure" />
      </p>
      <SummaryList
        entries={[{ term: 'お支払いいただけなかった理由', value: reason }, ...days(bill)]}
      />
      {paymentPending ? (
        <Notice tone="warning" title="お支払いの結果を確認しています">
          カード会社からの応答を待っています。二重に請求されることはありません。結果はメールでお知らせします。
        </Notice>
      ) : (
        <ButtonRow>
          <ButtonLink kind={isOne ? 'primary' : 'secondary'} href={payPage(billId)}>
            {isOne ? '今すぐ支払う' : 'この月だけ支払う'}
            <span className="visually-hidden">（{formatMonth(month)}分）</span>
          </ButtonLink>
        </ButtonRow>
      )}
    </Card>
  )
}

/** What comes when, in its order; what has happened already is not ahead any more. */
function days({ state, retryOn, suspendOn, payableUntil }: UnpaidBill) {
  const isStopped = state === 'suspended' || state === 'final_notice'
  return [
    ...(retryOn === undefined
      ? []
      : [{ term: '次のお手続き', value: `${formatDate(retryOn)}に、もう一度引き落とします` }]),
    ...(state === 'terminated'
      ? []
      : [
          isStopped
            ? { term: 'ご利用の停止', value: 'お支払いが済むと、すぐに再開します' }
            : { term: 'ご利用の停止', value: `${formatDate(suspendOn)}23:00` },
          {
            term: 'ご契約の解除',
            value: `${formatDate(payableUntil)}までにお支払いがないとき`,
          },
        ]),
  ]
}
