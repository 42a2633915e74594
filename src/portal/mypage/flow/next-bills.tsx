import { Fold } from '#portal/mypage/flow/fold.tsx'
import { formatDelta } from '#portal/mypage/flow/wording.ts'
import { formatDate, formatMonth, formatYen } from '#ui/format.ts'
import { Table } from '#ui/table.tsx'
import type { NextBills as Bills } from '#protocol/procedure.ts'

/** What the procedure does to the next three bills, by the calculation of the bill itself. */
export function NextBills({ bills }: { readonly bills: Bills | undefined }) {
  if (bills === undefined || bills.length === 0) return null
  const sum = bills.reduce((total, { deltaYen }) => total + deltaYen, 0)
  return (
    <Fold
      title="次の3回の請求"
      hint={sum === 0 ? '3か月で変わりません' : `3か月で${formatDelta(sum)}`}
    >
      <Table<Bills[number]>
        caption="次の3回の請求"
        captionHidden
        lean
        rows={bills}
        rowKey={({ month }) => month}
        columns={[
          ['ご利用の月', monthCell, { rowHeader: true }],
          ['いまのまま', ({ beforeYen }) => formatYen(beforeYen), { numeric: true }],
          ['手続きをすると', afterCell, { numeric: true }],
        ]}
      />
      <p className="small">
        請求書と同じ計算です。今月分は、記録の届いている通話料とSMSの料金を含みます。これからご利用になる分は含みません。
      </p>
    </Fold>
  )
}

const monthCell = ({ month, chargeOn }: Bills[number]) => (
  <>
    {`${formatMonth(month)}分`}
    <span className="flow-note">{`${formatDate(chargeOn)}に請求`}</span>
  </>
)

const afterCell = ({ afterYen, deltaYen }: Bills[number]) => (
  <>
    <strong>{formatYen(afterYen)}</strong>
    {deltaYen === 0 ? null : <span className="flow-note">{formatDelta(deltaYen)}</span>}
  </>
)
