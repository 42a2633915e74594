import { formatYenWithTax } from '#ui/format.ts'
import { FIRST_BILL } from './first-month.ts'
import type { Contract } from './wire.ts'

/** Before anything was used: nothing is charged yet, and how it will begin. */
export function FirstBillWords({ contract }: { readonly contract: Pick<Contract, 'monthlyYen'> }) {
  return (
    <p>
      {FIRST_BILL}1か月分は{formatYenWithTax(contract.monthlyYen)}です（通話料・SMS料を除く）。
    </p>
  )
}
