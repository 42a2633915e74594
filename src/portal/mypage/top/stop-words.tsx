import { InquiryLink } from '#portal/mypage/shared/inquiry-link.tsx'
import type { Contract, Unpaid } from '#portal/mypage/shared/wire.ts'
import { Amount } from '#ui/amount.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { formatMonth, formatYen } from '#ui/format.ts'
import { Sentence } from '#ui/sentence.tsx'
import { billPage, pages } from '#vocabulary/pages.ts'

type StopWordsProps = {
  readonly reason: Contract['suspensionReason']
  /** As far as it is known. */
  readonly unpaid: Unpaid | undefined
}

/** The contract is stopped: what ends the stop. What is not known is said to be unknown, and who knows it. */
export function StopWords({ reason, unpaid }: StopWordsProps) {
  if (reason === 'lost')
    return (
      <p>
        見つかったときは、<a href={pages.lost}>紛失・盗難のとき</a>のページからすぐに再開できます。
      </p>
    )
  if (reason !== 'unpaid')
    return (
      <p>
        理由と再開の方法は、
        <InquiryLink />
        でご案内します。
      </p>
    )
  if (unpaid === undefined || unpaid.bills.length === 0)
    return (
      <p>
        お支払いが済むと、すぐに再開します。お支払いいただく金額と方法は、
        <InquiryLink />
        でお答えします。
      </p>
    )
  return (
    <>
      <p className="small muted">お支払いいただく額</p>
      <Amount yen={unpaid.totalYen} tax="none" size="figure" />
      <p>
        <Sentence>お支払いが済むと、すぐに使えるようになります。</Sentence>
      </p>
    </>
  )
}

/** What the sum is made of, and how it is paid. */
export function StopBills({ unpaid }: { readonly unpaid: Unpaid }) {
  return (
    <div className="mystage__bills">
      <dl>
        {unpaid.bills.map(({ billId, month, amountYen }) => (
          <div key={billId}>
            <dt>
              <a href={billPage(month)}>{formatMonth(month)}分</a>
            </dt>
            <dd>{formatYen(amountYen)}</dd>
          </div>
        ))}
      </dl>
      <ButtonLink kind="primary" href={pages.pay}>
        今すぐ支払う
      </ButtonLink>
    </div>
  )
}
