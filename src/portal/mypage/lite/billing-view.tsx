import { pages } from '#vocabulary/pages.ts'
import type { Part } from '#portal/mypage/shared/part.ts'
import { dueWords } from '#portal/mypage/shared/due-words.ts'
import { formatMonth, formatYen } from '#ui/format.ts'
import type { billingApi } from '#protocol/billing.ts'
import type { Result } from '#protocol/endpoint.ts'
import { RefusalText } from './frame.tsx'

export type BillingParts = {
  readonly next: Part<Result<typeof billingApi.billingReserveGet>>
  readonly unpaid: Part<Result<typeof billingApi.billingUnpaidGet>>
  readonly bills: Part<Result<typeof billingApi.billingStatusGet>>
}

/** A debt first, then this month so far and the last bill. */
export function BillingView({ next, unpaid, bills }: BillingParts) {
  const last = bills.ok ? bills.value.bills[0] : undefined
  const coming = next.ok ? (next.value.due ?? next.value.unfixed) : undefined
  return (
    <>
      <h2>料金</h2>
      {unpaid.ok && unpaid.value.totalYen > 0 ? (
        <div className="o">
          <p>
            お支払いの確認ができていない料金が{formatYen(unpaid.value.totalYen)}あります（
            {unpaid.value.bills.map(({ month }) => `${formatMonth(month)}分`).join('、')}）。
          </p>
          <p>
            <a className="b" href={pages.pay}>
              お支払いに進む
            </a>
          </p>
        </div>
      ) : null}
      {coming === undefined ? null : (
        <p>
          {formatMonth(coming.month)}分のお支払い {formatYen(coming.amountYen)}
          <br />
          <small>
            {'path' in coming ? '' : 'まだ確定していません。'}
            {dueWords(coming.chargeOn, coming.amountYen)}
          </small>
        </p>
      )}
      {next.ok && next.value.soFar.charges.length === 0 ? null : next.ok ? (
        <p>
          {formatMonth(next.value.month)}・今日まで {formatYen(next.value.soFar.totalYen)}
          <br />
          <small>{dueWords(next.value.chargeOn, next.value.soFar.totalYen)}</small>
        </p>
      ) : (
        <RefusalText failed={next.failed} />
      )}
      {last === undefined || last.state === 'fixed' ? null : (
        <p>
          {formatMonth(last.month)}分の請求 {formatYen(last.totalYen)}
          <br />
          <small>{last.stateLabel}</small>
        </p>
      )}
    </>
  )
}
