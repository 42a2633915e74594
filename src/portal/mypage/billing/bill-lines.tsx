import { pages, withQuery } from '#vocabulary/pages.ts'
import type { Totals } from '#protocol/procedure.ts'
import { Accordion } from '#ui/accordion.tsx'
import { formatThousandthsYen, formatYen } from '#ui/format.ts'
import { groupsOf, type BillEntry, type BillGroup } from '#portal/mypage/shared/bill-groups.ts'
import { TapLink } from '#ui/text-link.tsx'

/** A bill taken apart: groups, their lines, each with its sum; then the one rounding, the total and the tax in it. */
export function BillLines({ totals, month }: { readonly totals: Totals; readonly month: string }) {
  const { groups, cut } = groupsOf(totals)
  const taxYen = totals.rates.reduce((sum, rate) => sum + rate.taxYen, 0)
  return (
    <div className="bill-lines card">
      {groups.map((group) => (
        <Group key={group.title} group={group} month={month} />
      ))}
      {cut === 0 ? null : (
        <p className="bill-lines__row muted">
          <span>1円未満の切り捨て</span>
          <span>{formatThousandthsYen(cut)}</span>
        </p>
      )}
      <p className="bill-lines__total">
        <span>
          合計<small className="muted">（うち消費税{formatYen(taxYen)}）</small>
        </span>
        <strong>{formatYen(totals.totalYen)}</strong>
      </p>
    </div>
  )
}

function Group({ group, month }: { readonly group: BillGroup; readonly month: string }) {
  const isTraffic = group.entries.some(({ charge }) => ['voice', 'sms'].includes(charge.kind))
  return (
    <Accordion
      title={
        <span className="bill-lines__row">
          <span>{group.title}</span>
          <span>{formatThousandthsYen(group.thousandths)}</span>
        </span>
      }
    >
      <ul className="bill-lines__entries" role="list">
        {group.entries.map((entry) => (
          <Entry key={keyOf(entry)} entry={entry} />
        ))}
      </ul>
      {isTraffic ? (
        <TapLink href={withQuery(pages.call, { month })}>1件ごとの明細を見る</TapLink>
      ) : null}
    </Accordion>
  )
}

const keyOf = ({ charge }: BillEntry) =>
  [charge.label, charge.lineId, charge.rateValidFrom, charge.amountTenthsYen].join()

function Entry({ entry: { charge, thousandths } }: { readonly entry: BillEntry }) {
  return (
    <li>
      <span className="bill-lines__row">
        <span>{charge.label}</span>
        <span>{formatThousandthsYen(thousandths)}</span>
      </span>
      <Reckoning charge={charge} />
    </li>
  )
}

/** The sum, and on a press how every number in it came about. */
function Reckoning({ charge }: Pick<BillEntry, 'charge'>) {
  const { explanation, reckoning = [] } = charge
  if (reckoning.length === 0) return <span className="small muted">{explanation}</span>
  return (
    <details className="small">
      <summary>{explanation === '' ? 'この金額の計算' : explanation}</summary>
      <ul>
        {reckoning.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  )
}
