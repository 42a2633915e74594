import { Link, type LoaderFunctionArgs } from 'react-router'
import { guardedOperations } from '#vocabulary/guarded.ts'
import { approvalStateWords } from '#vocabulary/states/approval.ts'
import { withQuery } from '#vocabulary/pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { approvalApi } from '#protocol/console/approval.ts'
import type { Result } from '#protocol/endpoint.ts'
import { FilterWords } from '#console/filter/filter-words.tsx'
import { formatDue, formatMoment } from '#console/parts/due.ts'
import { RowKeys } from '#console/parts/row-keys.tsx'
import { Rows, type RowColumn } from '#console/parts/rows.tsx'
import { consoleMeta } from '#console/shell/crumb.ts'
import { PersonMark } from '#console/shell/icon.tsx'
import { approvalPlace, places } from '#console/shell/places.ts'

export const handle = { crumbs: [{ label: '承認' }] }
export const meta = consoleMeta('承認')

export async function loader({ context, url }: LoaderFunctionArgs) {
  const decided = url.searchParams.get('decided') === 'true'
  const { approvals } = await ask(
    url,
    callOf(context)(approvalApi.consoleApprovalsGet, { query: decided ? { decided } : {} }),
  )
  return { approvals, decided, today: pageOf(context).today }
}

type Approval = Result<typeof approvalApi.consoleApprovalsGet>['approvals'][number]

const columnsOn = (today: string): readonly RowColumn<Approval>[] => [
  ['承認の期限', ({ until }) => formatDue(until, today)],
  [
    '操作',
    ({ approvalNo, operation }) => (
      <Link to={approvalPlace(approvalNo)}>{guardedOperations[operation]}</Link>
    ),
    { isTitle: true },
  ],
  [
    '提案',
    ({ proposedBy }) => (
      <>
        <PersonMark name={proposedBy.name} /> {proposedBy.name}
      </>
    ),
  ],
  ['提案した日時', ({ proposedAt }) => formatMoment(proposedAt), { isQuiet: true }],
  ['状態', ({ state }) => approvalStateWords[state].label],
  [
    'あなた',
    ({ canApprove, isMine }) =>
      isMine ? '提案した本人です' : canApprove ? '承認できます' : '承認できません',
    { onPhone: 'whole' },
  ],
]

type ApprovalListProps = { readonly loaderData: Awaited<ReturnType<typeof loader>> }

/** What two people do: proposals that wait, then those that are decided. */
export default function ApprovalList({ loaderData }: ApprovalListProps) {
  const { approvals, decided, today } = loaderData
  const open = places.approval
  const over = withQuery(places.approval, { decided: 'true' })
  return (
    <>
      <div className="page-head">
        <h1>承認</h1>
        <p>2人で行う操作です。提案した人は承認できません。</p>
      </div>
      <div className="filter">
        <FilterWords
          label="状態"
          current={decided ? over : open}
          words={[
            { label: '待っているもの', href: open },
            { label: '決まったもの', href: over },
          ]}
        />
      </div>
      <section className="panel" aria-label="一覧">
        {approvals.length === 0 ? (
          <div className="empty">
            <h2>{decided ? '決まったものはありません' : '承認を待つものはありません'}</h2>
            <p>提案は、列の件から行います。</p>
          </div>
        ) : (
          <>
            <Rows
              caption="承認の一覧"
              columns={columnsOn(today)}
              rows={approvals}
              rowKey={({ approvalNo }) => approvalNo}
            />
            <RowKeys />
          </>
        )}
      </section>
    </>
  )
}
