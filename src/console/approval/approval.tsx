import { data, Link, type LoaderFunctionArgs } from 'react-router'
import { guardedOperations } from '#vocabulary/guarded.ts'
import { approvalStateWords } from '#vocabulary/states/approval.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { freshKeysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { actions, type Outcome, type Stayed } from '#portal/mypage/flow/submit.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { approvalApi } from '#protocol/console/approval.ts'
import type { Result } from '#protocol/endpoint.ts'
import { parseGiven } from '#protocol/form.ts'
import { formatDue, formatMoment } from '#console/parts/due.ts'
import { Facts, Panel, PanelBody } from '#console/parts/panel.tsx'
import { Refused } from '#console/parts/refused.tsx'
import { consoleMeta } from '#console/shell/crumb.ts'
import { rolesText } from '#console/shell/rail.tsx'
import { approvalPlace, places, ticketPlace } from '#console/shell/places.ts'
import { Badge } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { Decide } from './decide.tsx'
import { FactTable } from './fact-table.tsx'

export const handle = { crumbs: [{ href: places.approval, label: '承認' }] }
export const meta = consoleMeta('承認')
export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const given = new URLSearchParams({ approvalNo: params['approvalNo'] ?? '' })
  const parsed = parseGiven(approvalApi.consoleApprovalGet.query, given)
  if ('fields' in parsed) throw data(null, { status: 404 })
  const call = callOf(context)
  const approval = await ask(url, call(approvalApi.consoleApprovalGet, { query: parsed.value }))
  return {
    approval,
    done: url.searchParams.get('done') ?? '',
    today: pageOf(context).today,
    keys: freshKeysOf(context),
    crumb: { label: approval.approvalNo },
  }
}

const back =
  (done: string) =>
  ({ form }: Outcome<unknown>) =>
    `${approvalPlace(textOf(form, 'approvalNo'))}?done=${done}`

export const action = actions({
  approve: { endpoint: approvalApi.consoleApprovalApprovePost, to: back('approve') },
  refuse: { endpoint: approvalApi.consoleApprovalRefusePost, to: back('refuse') },
  withdraw: { endpoint: approvalApi.consoleApprovalWithdrawPost, to: back('withdraw') },
})

const doneWords: Readonly<Record<string, string>> = {
  propose: '提案しました。ほかの人が承認すると、実行します。',
  refuse: '断りました。理由は提案した人に届きます。',
  withdraw: '取り下げました。',
}

/** What came of an approval is its state: it may have ended otherwise than it was pressed. */
const approvedWords: Partial<
  Record<Result<typeof approvalApi.consoleApprovalGet>['state'], string>
> = {
  executed: '承認し、実行しました。',
  stale: '読んでいるあいだに事実が変わったため、実行されませんでした。',
  expired: '承認の期限が過ぎたため、実行されませんでした。',
  refused: '控えから読み取った値が合わなかったため、実行されませんでした。',
  failed: '承認しましたが、実行できませんでした。何も変わっていません。',
}

function saidOf(done: string, state: keyof typeof approvedWords) {
  const words = done === 'approve' ? approvedWords[state] : doneWords[done]
  if (words === undefined) return undefined
  const isDone = done !== 'approve' || state === 'executed'
  return { words, tone: isDone ? ('good' as const) : ('warning' as const) }
}

type ApprovalPageProps = {
  readonly loaderData: Awaited<ReturnType<typeof loader>>
  readonly actionData: Stayed | undefined
}

/** What is proposed, by whom and why; the facts then and now; the buttons below the facts. */
export default function ApprovalPage({ loaderData, actionData }: ApprovalPageProps) {
  const { approval, done, today, keys } = loaderData
  const said = actionData === undefined ? saidOf(done, approval.state) : undefined
  return (
    <>
      <div className="page-head">
        <h1>{guardedOperations[approval.operation]}</h1>
        <Badge tone={approval.state === 'proposed' ? 'warning' : 'neutral'}>
          {approvalStateWords[approval.state].label}
        </Badge>
      </div>
      {said === undefined ? null : (
        <Notice tone={said.tone} role="status">
          {said.words}
        </Notice>
      )}
      <Refused refused={actionData?.refused} />
      <div className="sides">
        <div className="stack">
          <Panel title="提案の理由">
            <p className="panel__body thread__text">{approval.reason}</p>
          </Panel>
          <FactTable approval={approval} />
          {approval.typed.length === 0 ? null : (
            <Panel title="控えから打ち込んだもの">
              <PanelBody>
                <Facts facts={approval.typed.map(({ label, value }) => [label, value])} />
              </PanelBody>
            </Panel>
          )}
          <Decide approval={approval} keys={keys} stayed={actionData} />
        </div>
        <div className="stack">
          <Panel title="この提案">
            <PanelBody>
              <Facts
                facts={[
                  ['承認の期限', formatDue(approval.until, today)],
                  [
                    '提案',
                    `${approval.proposedBy.name}（${rolesText([approval.proposedRole])}）${formatMoment(approval.proposedAt)}`,
                  ],
                  [
                    'お問い合わせ',
                    <Link key="ticket" to={ticketPlace(approval.ticketNo)}>
                      {approval.ticketNo}
                    </Link>,
                  ],
                  ['契約', approval.contractId],
                  ['決めた人', approval.decidedBy?.name],
                  ['決めた日時', approval.decidedAt && formatMoment(approval.decidedAt)],
                  ['断った理由', approval.decisionReason],
                ]}
              />
            </PanelBody>
          </Panel>
        </div>
      </div>
    </>
  )
}
