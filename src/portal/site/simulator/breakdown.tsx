import type { ReactNode } from 'react'
import { Accordion } from '#ui/accordion.tsx'
import { formatCount, formatYen } from '#ui/format.ts'
import { Table, type Column } from '#ui/table.tsx'
import type { Quote } from './simulate.ts'

type QuotedTotals = Quote['monthly']
type QuotedCharge = QuotedTotals['charges'][number]

const taxWords = { excluded: '（税抜）', included: '（税込）', outOfScope: '（消費税対象外）' }

const columns: Column<QuotedCharge>[] = [
  { header: '項目', cell: (charge) => charge.label, rowHeader: true },
  { header: '計算', cell: (charge) => charge.explanation },
  { header: '金額', cell: amountOf, numeric: true },
]

/** Every part of the totals: what it is, how it was reckoned, and how the tax comes in. */
export function Breakdown({ quote, children }: { quote: Quote; children: ReactNode }) {
  return (
    <Accordion title="内訳を見る">
      <div className="flow">
        {children}
        <TotalsTable caption="毎月の料金" totals={quote.monthly} />
        <TotalsTable caption="初期費用（1回だけ）" totals={quote.oneOff} />
        <ul>
          {quote.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    </Accordion>
  )
}

function TotalsTable({ caption, totals }: { caption: string; totals: QuotedTotals }) {
  const tax = totals.rates.map((rate) => `${rate.taxPercent}% ${formatYen(rate.taxYen)}`)
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={totals.charges}
      rowKey={(charge) => `${charge.rateKey ?? charge.label} ${charge.explanation}`}
      lean
      total={[
        '合計（税込）',
        tax.length > 0 ? `うち消費税 ${tax.join('、')}` : '',
        formatYen(totals.totalYen),
      ]}
    />
  )
}

/** In the row's own tax basis, tenths of a yen only where there are any. */
function amountOf({ amountTenthsYen, tax }: QuotedCharge): string {
  const tenths = amountTenthsYen % 10
  const whole = formatCount((amountTenthsYen - tenths) / 10)
  return `${whole}${tenths === 0 ? '' : `.${Math.abs(tenths)}`}円${taxWords[tax]}`
}
