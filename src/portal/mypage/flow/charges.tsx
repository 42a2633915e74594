import { Fold } from '#portal/mypage/flow/fold.tsx'
import { taxNames } from '#vocabulary/price.ts'
import { formatTenthsYen, formatYen } from '#ui/format.ts'
import { Table } from '#ui/table.tsx'
import type { Charge, Totals } from '#protocol/procedure.ts'

type ChargesProps = {
  readonly title: string
  readonly totals: Totals
  readonly children?: React.ReactNode
}

/** Every line of a sum with what it was computed from; the sum before and after tax is beside the title. */
export function Charges({ title, totals, children }: ChargesProps) {
  if (totals.charges.length === 0) return null
  const taxYen = totals.rates.reduce((sum, rate) => sum + rate.taxYen, 0)
  return (
    <Fold title={title} hint={`${formatYen(totals.totalYen - taxYen)}＋税${formatYen(taxYen)}`}>
      <Table<Charge>
        caption={title}
        captionHidden
        lean
        rows={totals.charges}
        rowKey={(charge) => `${charge.rateKey ?? charge.label}-${charge.lineId ?? ''}`}
        columns={[
          ['内容', (charge) => charge.label, { rowHeader: true }],
          ['計算', (charge) => charge.explanation],
          [
            '金額',
            (charge) => `${formatTenthsYen(charge.amountTenthsYen)}（${taxNames[charge.tax]}）`,
            { numeric: true },
          ],
        ]}
        total={[
          totals.charges.some(({ tax }) => tax === 'outOfScope') ? '合計' : '合計（税込）',
          `うち消費税 ${formatYen(taxYen)}`,
          formatYen(totals.totalYen),
        ]}
      />
      {children}
    </Fold>
  )
}
