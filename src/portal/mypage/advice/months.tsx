import { formatDelta } from '#portal/mypage/flow/wording.ts'
import { Accordion } from '#ui/accordion.tsx'
import { formatMonth, formatYen } from '#ui/format.ts'
import type { Compared } from './wire.ts'

type Month = Compared['chosen']['months'][number]

/** Month by month what was paid and what would have been; each opens to its reasons. */
export function MonthsOf({ size }: { readonly size: Compared['chosen'] }) {
  return (
    <div className="advice-months">
      <p className="advice-months__row advice-months__head muted" aria-hidden="true">
        <span>月</span>
        <span>支払額</span>
        <span>{size.name}</span>
        <span>差</span>
      </p>
      {size.months.map((month) => (
        <Accordion key={month.month} title={<Row month={month} name={size.name} />}>
          <ul>
            {month.reasons.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Accordion>
      ))}
    </div>
  )
}

function Row({ month, name }: { readonly month: Month; readonly name: string }) {
  return (
    <span className="advice-months__row">
      <span>{formatMonth(month.month)}</span>
      <span>
        <span className="visually-hidden">支払額</span>
        {formatYen(month.paidYen)}
      </span>
      <span>
        <span className="visually-hidden">{name}なら</span>
        {formatYen(month.wouldYen)}
      </span>
      <strong>
        <span className="visually-hidden">差</span>
        {formatDelta(month.deltaYen)}
      </strong>
    </span>
  )
}
