import { Link, useRouteLoaderData } from 'react-router'
import { guardedOperations } from '#vocabulary/guarded.ts'
import { workItems } from '#vocabulary/console-queue.ts'
import { workQueues } from '#vocabulary/console.ts'
import { dueBy, formatAge, formatDue } from '#console/parts/due.ts'
import { Nothing, Panel, PanelBody } from '#console/parts/panel.tsx'
import { RowKeys } from '#console/parts/row-keys.tsx'
import { Rows, type RowColumn } from '#console/parts/rows.tsx'
import { TimeLeft } from '#console/parts/time-left.tsx'
import { Holder } from '#console/queue/holder.tsx'
import { dueOf, rowKeyOf, rowPlace, type QueueRow } from '#console/queue/row.ts'
import type { loader as rootLoader } from '#console/root.tsx'
import { consoleMeta } from '#console/shell/crumb.ts'
import { StatePanel } from '#console/shell/failure.tsx'
import { approvalPlace, queuePlace } from '#console/shell/places.ts'
import { Badge } from '#ui/badge.tsx'
import { DayLine } from './day-line.tsx'

export const handle = { crumbs: [{ label: '今日' }] }
export const meta = consoleMeta('今日')

const columnsOn = (asOf: string, today: string): readonly RowColumn<QueueRow>[] => [
  { header: '残り', cell: (row) => <TimeLeft due={dueOf(row, asOf)} today={today} /> },
  { header: '列', isQuiet: true, cell: ({ queue }) => workQueues[queue] },
  {
    header: '件名',
    isTitle: true,
    cell: (row) => <Link to={rowPlace(row)}>{workItems[row.item]}</Link>,
  },
  { header: '期限', isQuiet: true, onPhone: 'hidden', cell: ({ due }) => formatDue(due, today) },
  { header: '放置すると', onPhone: 'whole', cell: ({ ifLeft }) => ifLeft },
  { header: '担当', onPhone: 'hidden', cell: (row) => <Holder row={row} /> },
]

/** What will not be done in time today comes first, then own work, then every queue in figures. The root reads it. */
export default function Today() {
  const shell = useRouteLoaderData<typeof rootLoader>('root')
  if (shell?.desk === undefined)
    return (
      <StatePanel icon="warning-circle" title="一覧を読めませんでした">
        <p>数分おいてから、もう一度お試しください。お問い合わせは左の一覧から開けます。</p>
      </StatePanel>
    )
  const { desk, today } = shell
  const { asOf, missing, mine } = desk
  const over = missing.rows.filter(({ group }) => group === 'overdue').length
  const rest = missing.rows.length - over
  const lateCases = desk.queues.find(({ queue }) => queue === 'ticket')?.overdue ?? 0
  return (
    <>
      <h1 className="visually-hidden">今日</h1>
      <Panel
        title="今日中に間に合わなくなるもの"
        beside={
          <>
            {over === 0 ? null : <Badge tone="danger">超過 {over}</Badge>}{' '}
            {rest === 0 ? null : <Badge tone="warning">今日 {rest}</Badge>}
          </>
        }
        aside={
          missing.count > missing.rows.length
            ? `${missing.count}${missing.isMore ? '件以上' : '件'}のうち、期限の早い${missing.rows.length}件`
            : '期限の早い順'
        }
      >
        {lateCases === 0 ? null : (
          <PanelBody>
            <Link to={queuePlace('ticket')}>返事の期限が過ぎたお問い合わせ {lateCases}件</Link>
          </PanelBody>
        )}
        {missing.rows.length === 0 ? (
          <Nothing>
            {lateCases === 0
              ? '今日中に期限がくる件はありません。'
              : 'ほかに今日中に期限がくる件はありません。'}
          </Nothing>
        ) : (
          <>
            <DayLine rows={missing.rows} asOf={asOf} today={today} />
            <Rows
              caption="今日中に間に合わなくなるもの"
              columns={columnsOn(asOf, today)}
              rows={missing.rows}
              rowKey={rowKeyOf}
            />
            <RowKeys />
          </>
        )}
      </Panel>
      <div className="today-rest">
        <Panel title="自分の担当" beside={`${mine.length}件`}>
          {mine.length === 0 ? (
            <Nothing>いま担当している件はありません。</Nothing>
          ) : (
            <Rows
              caption="自分の担当"
              columns={columnsOn(asOf, today).filter(({ header }) =>
                ['残り', '列', '件名'].includes(header),
              )}
              rows={mine}
              rowKey={rowKeyOf}
            />
          )}
        </Panel>
        <Approvals approvals={desk.approvals} asOf={asOf} today={today} />
        <Queues queues={desk.queues} asOf={asOf} />
      </div>
    </>
  )
}

type Desk = NonNullable<Awaited<ReturnType<typeof rootLoader>>>['desk']

type Approval = NonNullable<Desk>['approvals'][number]

const approvalColumnsOn = (asOf: string, today: string): readonly RowColumn<Approval>[] => [
  {
    header: '承認の期限',
    cell: ({ until }) => <TimeLeft due={dueBy(until, asOf, today)} today={today} />,
  },
  {
    header: '操作',
    isTitle: true,
    cell: ({ approvalNo, operation }) => (
      <Link to={approvalPlace(approvalNo)}>{guardedOperations[operation]}</Link>
    ),
  },
  { header: '提案', isQuiet: true, cell: ({ proposedBy }) => proposedBy.name },
]

type ApprovalsProps = { readonly asOf: string; readonly today: string } & Pick<
  NonNullable<Desk>,
  'approvals'
>

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

function Queues({ queues, asOf }: Pick<NonNullable<Desk>, 'queues' | 'asOf'>) {
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
              全部
            </th>
            <th scope="col" className="end">
              最古
            </th>
          </tr>
        </thead>
        <tbody>
          {queues.map(({ queue, count, isMore, overdue, oldestSince }) => (
            <tr key={queue}>
              <th scope="row">
                <a href={queuePlace(queue)}>{workQueues[queue]}</a>
              </th>
              <td className={overdue === 0 ? 'end' : 'end is-over'}>
                {overdue === 0 ? none : overdue}
              </td>
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
