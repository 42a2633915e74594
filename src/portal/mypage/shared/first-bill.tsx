import { formatDate, formatMonth, formatYen, formatYenWithTax } from '#ui/format.ts'
import { FIRST_BILL } from './first-month.ts'
import type { FirstBills } from './first-bills.ts'
import type { Contract } from './wire.ts'

type FirstBillWordsProps = {
  readonly contract: Pick<Contract, 'monthlyYen'>
  /** As 最終確認 of the order had them; unknown of a contract from before orders were made here. */
  readonly bills: FirstBills | undefined
}

/** Before anything was used: nothing is charged yet, and what the first bills will come to. */
export function FirstBillWords({ contract, bills }: FirstBillWordsProps) {
  const [first, ...others] = bills?.bills ?? []
  if (bills === undefined || first === undefined)
    return (
      <p>
        {FIRST_BILL}1か月分は{formatYenWithTax(contract.monthlyYen)}です（通話料・SMS料を除く）。
      </p>
    )
  return (
    <p>
      {formatDate(bills.startsOn)}に使い始めるとき、最初のご請求は{formatMonth(first.month)}分の
      <strong>{formatYen(first.totalYen)}</strong>
      で、{formatDate(first.chargeOn)}
      にカードへ請求します（初回の費用を含み、通話料・SMS料を除く）。
      {others
        .map(({ month, totalYen }) => `${formatMonth(month)}分は${formatYen(totalYen)}`)
        .join('、')}
      です。{bills.isDayFixed ? '' : '使い始めた日により、最初の金額は変わります。'}
    </p>
  )
}
