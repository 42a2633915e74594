import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { formatWhen } from '#portal/mypage/flow/wording.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDate, formatDateTime, formatMonth } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { deadlineApi } from '#protocol/deadline.ts'
import type { Result } from '#protocol/endpoint.ts'

type Deadline = Result<typeof deadlineApi.deadlinesGet>['deadlines'][number]

/** Every date that matters to the member, soonest first, month by month. */
export function DeadlineBoard({
  deadlines,
  asOf,
}: {
  readonly deadlines: readonly Deadline[]
  readonly asOf: string
}) {
  const months = [...new Set(deadlines.map(monthOf))]
  return (
    <>
      <p className="small muted">{formatDateTime(asOf)}現在</p>
      {months.length === 0 ? (
        <EmptyState title="近い期限や予定はありません">
          データの有効期限、手続きの締め切り、お届けの予定などが決まると、ここに並びます。
        </EmptyState>
      ) : null}
      {months.map((month) => (
        <Section key={month} id={`month-${month}`} title={formatMonth(month)}>
          <ul className="card date-rows" role="list">
            {deadlines
              .filter((row) => monthOf(row) === month)
              .map((row) => (
                <Row key={row.deadlineId} row={row} />
              ))}
          </ul>
        </Section>
      ))}
    </>
  )
}

/** What ends at 00:00 is said as 24:00 of the day it falls on: nobody reads 「1月1日」 as December. */
function momentWords({ at, on }: Deadline): string {
  const endsAtMidnight = on < at.slice(0, 10)
  return endsAtMidnight ? `${formatDate(on)}24:00` : formatWhen(at)
}

const monthOf = ({ on }: Deadline) => on.slice(0, 7)

function Row({ row }: { readonly row: Deadline }) {
  const { at, title, message, urgent, line, path } = row
  return (
    <li>
      <p className="date-rows__when">
        <time dateTime={at}>{momentWords(row)}</time>{' '}
        {urgent ? <Badge tone="warning">まもなく</Badge> : null}
      </p>
      <div>
        <h3>
          <TextLink href={path}>{title}</TextLink>
        </h3>
        <p className="small muted">
          {line === undefined ? '' : `${fullNameOfLine(line)}　`}
          <Sentence>{message}</Sentence>
        </p>
      </div>
    </li>
  )
}
