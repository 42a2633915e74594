import { guardedOperations } from '#vocabulary/guarded.ts'
import { Link } from 'react-router'
import { workQueues } from '#vocabulary/console.ts'
import { dueBy, formatAge, formatDue } from '#console/parts/due.ts'
import { Nothing, Panel } from '#console/parts/panel.tsx'
import { RowKeys } from '#console/parts/row-keys.tsx'
import { Rows, type RowColumn } from '#console/parts/rows.tsx'
import { TimeLeft } from '#console/parts/time-left.tsx'
import { Holder } from '#console/queue/holder.tsx'
import { consoleMeta } from '#console/shell/crumb.ts'
import { StatePanel } from '#console/shell/failure.tsx'
import { approvalPlace, queuePlace } from '#console/shell/places.ts'
import { Badge } from '#ui/badge.tsx'
import { DayLine } from './day-line.tsx'
import { entriesOf, type Entry, type Today } from './entries.ts'
import type { LoadedToday } from './load.ts'
import { OnBoard } from './on-board.tsx'

export const handle = { crumbs: [{ label: '今日' }] }
export const meta = consoleMeta('今日')

export { loader } from './load.ts'

const columnsOn = (today: string): readonly RowColumn<Entry>[] => [
  ['残り', ({ due }) => <TimeLeft due={due} today={today} />],
  ['列', ({ queue }) => queue, { isQuiet: true }],
  ['件名', ({ place, title }) => <Link to={place}>{title}</Link>, { isTitle: true }],
  ['期限', ({ dueAt }) => formatDue(dueAt, today), { isQuiet: true, onPhone: 'hidden' }],
  ['放置すると', ({ ifLeft }) => ifLeft, { onPhone: 'whole' }],
  ['担当', (row) => <Holder row={row} />, { onPhone: 'hidden' }],
]

/** What will not be done in time today comes first, then own work, then every queue in figures. */
export default function TodayPage({
  loaderData: { desk, today },
}: {
  readonly loaderData: LoadedToday
}) {
  if (desk === undefined)
    return (
      <StatePanel icon="warning-circle" title="一覧を読めませんでした">
        <p>数分おいてから、もう一度お試しください。お問い合わせは左の一覧から開けます。</p>
      </StatePanel>
    )
  const { asOf } = desk
  const mine = entriesOf(desk.mine, asOf)
  return (
    <>
      <h1 className="visually-hidden">今日</h1>
      <Missing desk={desk} today={today} />
      <div className="today-rest">
        <Panel title="自分の担当" beside={`${mine.length}件`}>
          {mine.length === 0 ? (
            <Nothing>いま担当している件はありません。</Nothing>
          ) : (
            <Rows
              caption="自分の担当"
              columns={columnsOn(today).filter(([header]) =>
                ['残り', '列', '件名'].includes(header),
              )}
              rows={mine}
              rowKey={({ key }) => key}
            />
          )}
        </Panel>
        <div className="stack">
          <Approvals approvals={desk.approvals} asOf={asOf} today={today} />
          <OnBoard outages={desk.outages} />
        </div>
        <Queues queues={desk.queues} asOf={asOf} />
      </div>
    </>
  )
}

/** Items and cases whose time is over, or will be by tonight. */
function Missing({ desk, today }: { readonly desk: Today; readonly today: string }) {
  const { asOf, missing } = desk
  const entries = entriesOf(missing, asOf)
  const over = entries.filter(({ due }) => due.group === 'overdue').length
  const rest = entries.length - over
  return (
    <Panel
      title="今日中に間に合わなくなるもの"
      beside={
        <>
          {over === 0 ? null : <Badge tone="danger">超過 {over}</Badge>}{' '}
          {rest === 0 ? null : <Badge tone="warning">今日 {rest}</Badge>}
        </>
      }
      aside={
        missing.count > entries.length
          ? `${missing.count}${missing.isMore ? '件以上' : '件'}のうち、期限の早い${entries.length}件`
          : '期限の早い順'
      }
    >
      {entries.length === 0 ? (
        <Nothing>今日中に期限がくる件はありません。</Nothing>
      ) : (
        <>
          <DayLine entries={entries} asOf={asOf} today={today} />
          <Rows
            caption="今日中に間に合わなくなるもの"
            columns={columnsOn(today)}
            rows={entries}
            rowKey={({ key }) => key}
          />
          <RowKeys />
        </>
      )}
    </Panel>
  )
}

type Approval = Today['approvals'][number]

const approvalColumnsOn = (asOf: string, today: string): readonly RowColumn<Approval>[] => [
  ['承認の期限', ({ until }) => <TimeLeft due={dueBy(until, asOf, today)} today={today} />],
  [
    '操作',
    ({ approvalNo, operation }) => (
      <Link to={approvalPlace(approvalNo)}>{guardedOperations[operation]}</Link>
    ),
    { isTitle: true },
  ],
  [
    '提案 → 会員',
    ({ proposedBy, member }) =>
      member === undefined ? proposedBy.name : `${proposedBy.name} → ${member}`,
    { isQuiet: true },
  ],
]

type ApprovalsProps = Pick<Today, 'approvals' | 'asOf'> & { readonly today: string }

function Approvals({ approvals, asOf, today }: ApprovalsProps) {
  return (
    <Panel title="あなたの承認を待つもの" beside={`${approvals.length}件`}>
      {approvals.length === 0 ? (
        <Nothing>あなたの承認を待つものはありません。</Nothing>
      ) : (
        <Rows
          caption="あなたの承認を待つもの"
          columns={approvalColumnsOn(asOf, today)}
          rows={approvals}
          rowKey={({ approvalNo }) => approvalNo}
        />
      )}
    </Panel>
  )
}

function Queues({ queues, asOf }: Pick<Today, 'queues' | 'asOf'>) {
  const none = <span className="muted">–</span>
  return (
    <Panel title="列" aside={`${queues.reduce((sum, { count }) => sum + count, 0)}件`}>
      <table className="rows rows--tight">
        <caption className="visually-hidden">列ごとの件数</caption>
        <thead>
          <tr>
            <th scope="col">列</th>
            <th scope="col" className="end">
              超過
            </th>
            <th scope="col" className="end">
              今日
            </th>
            <th scope="col" className="end">
              全部
            </th>
            <th scope="col" className="end">
              最古
            </th>
          </tr>
        </thead>
        <tbody>
          {queues.map(({ queue, count, isMore, overdue, today, oldestSince }) => (
            <tr key={queue}>
              <th scope="row">
                <a href={queuePlace(queue)}>{workQueues[queue]}</a>
              </th>
              <td className={overdue === 0 ? 'end' : 'end is-over'}>
                {overdue === 0 ? none : overdue}
              </td>
              <td className={today === 0 ? 'end' : 'end is-today'}>{today === 0 ? none : today}</td>
              <td className="end">
                {count}
                {isMore ? '+' : ''}
              </td>
              <td className="end is-quiet">
                {oldestSince === undefined ? none : formatAge(oldestSince, asOf)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
