import { formatMoment } from '#console/parts/due.ts'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { unusualReasons } from '#vocabulary/console-record.ts'
import { withQuery } from '#vocabulary/pages.ts'
import { ask, attempt } from '#portal/mypage/flow/attempt.ts'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { actions, type Stayed } from '#portal/mypage/flow/submit.ts'
import { callOf } from '#portal/request.ts'
import { accessApi } from '#protocol/console/access.ts'
import type { Result } from '#protocol/endpoint.ts'
import { parseGiven } from '#protocol/form.ts'
import { Nothing, Panel } from '#console/parts/panel.tsx'
import { RowKeys } from '#console/parts/row-keys.tsx'
import { Rows, type RowColumn } from '#console/parts/rows.tsx'
import { Refused } from '#console/parts/refused.tsx'
import { consoleMeta } from '#console/shell/crumb.ts'
import { places, ticketPlace } from '#console/shell/places.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Openings } from './openings.tsx'

const title = '閲覧の確認'
export const handle = { crumbs: [{ label: title }] }
export const meta = consoleMeta(title)
export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: LoaderFunctionArgs) {
  const call = callOf(context)
  const account = url.searchParams.get('account') ?? ''
  const query = parseGiven(accessApi.consoleAccessOfGet.query, url.searchParams)
  const [unusual, openings] = await Promise.all([
    ask(url, call(accessApi.consoleAccessUnusualGet)),
    'value' in query
      ? attempt(url, call(accessApi.consoleAccessOfGet, { query: query.value }))
      : undefined,
  ])
  return {
    unusual: unusual.unusual,
    account,
    isMisread: account !== '' && 'fields' in query,
    openings: openings && 'value' in openings ? openings.value.openings : undefined,
    keys: freshKeysOf(context),
  }
}

export const action = actions(
  {
    revoke: { endpoint: accessApi.consoleAccessRevokePost, to: `${places.access}?done=revoke` },
  },
  'revoke',
)

type AccessPageProps = {
  readonly loaderData: Awaited<ReturnType<typeof loader>>
  readonly actionData: Stayed | undefined
}

type Unusual = Result<typeof accessApi.consoleAccessUnusualGet>['unusual'][number]

const columns: readonly RowColumn<Unusual>[] = [
  ['しるし', ({ why }) => <Badge tone="warning">{unusualReasons[why]}</Badge>],
  [
    '何が',
    ({ accountId, staffName }) =>
      accountId === undefined ? (
        staffName
      ) : (
        <Link to={withQuery(places.access, { account: accountId })}>
          {staffName} → 会員 {accountId}
        </Link>
      ),
    { isTitle: true },
  ],
  [
    '件',
    ({ ticketNo }) =>
      ticketNo === undefined ? null : <Link to={ticketPlace(ticketNo)}>{ticketNo}</Link>,
  ],
  ['いつ', ({ at }) => formatMoment(at), { isQuiet: true }],
]

/** Reading that looks unusual, and who opened a member's record: what happened, then the result; no blame. */
export default function AccessPage({ loaderData, actionData }: AccessPageProps) {
  const { unusual, account, isMisread, openings, keys } = loaderData
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
        <p>31日分。確かめたことも記録に残ります。</p>
      </div>
      <Refused refused={actionData?.refused} />
      <div className="sides">
        <Panel title="いつもと違う閲覧" beside={`${unusual.length}件`} aside="新しい順">
          {unusual.length === 0 ? (
            <Nothing>いつもと違う閲覧はありません。</Nothing>
          ) : (
            <>
              <Rows
                caption="いつもと違う閲覧"
                columns={columns}
                rows={unusual}
                rowKey={({ ref, why }) => `${ref} ${why}`}
              />
              <RowKeys />
            </>
          )}
        </Panel>
        <Panel title="会員ごとに見る">
          <form className="form panel__body" action={places.access}>
            <Field
              name="account"
              label="会員の番号"
              required
              autoComplete="off"
              defaultValue={account}
              {...(isMisread && { error: '会員の番号を、記録にあるとおりに入力してください。' })}
            />
            <Button>だれが開いたかを見る</Button>
          </form>
          {openings === undefined ? null : <Openings openings={openings} keys={keys} />}
        </Panel>
      </div>
    </>
  )
}
