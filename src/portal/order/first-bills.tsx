import { formatDate, formatMonth, formatYen } from '#ui/format.ts'
import { Table } from '#ui/table.tsx'
import { FirstMonth } from './price.tsx'
import type { Quote } from './wire.ts'

type Bill = Quote['firstBills'][number]

/** What will be on the card's statement, by the calculation of the bill itself. */
export function FirstBills({ quote }: { readonly quote: Quote }) {
  return (
    <>
      <Table<Bill>
        caption={`最初の3回の請求（${formatDate(quote.startsOn)}に使い始めるとき）`}
        lean
        rows={quote.firstBills}
        rowKey={({ month }) => month}
        columns={[
          ['ご利用の月', monthCell, { rowHeader: true }],
          ['お支払い（税込）', amountCell, { numeric: true }],
        ]}
      />
      <p className="small">
        {quote.startsOn.endsWith('-01')
          ? '初月の月額料金は1か月分です。'
          : '初月の月額料金は、使い始めた日からの日割りです。'}
        通話料とSMSの料金は含みません。
      </p>
      <FirstMonth quote={quote} />
    </>
  )
}

const monthCell = ({ month, chargeOn }: Bill) => (
  <>
    {formatMonth(month)}分<span className="flow-note">{formatDate(chargeOn)}に請求</span>
  </>
)

const amountCell = ({ totals }: Bill) => <strong>{formatYen(totals.totalYen)}</strong>
