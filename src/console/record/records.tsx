import { Link, type LoaderFunctionArgs } from 'react-router'
import { caseReasons } from '#vocabulary/console.ts'
import { accessGrantStateWords } from '#vocabulary/states/access-grant.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { actions, type Stayed } from '#portal/mypage/flow/submit.ts'
import { callOf } from '#portal/request.ts'
import { grantApi } from '#protocol/console/grant.ts'
import { Nothing, Panel, PanelBody } from '#console/parts/panel.tsx'
import { Refused } from '#console/parts/refused.tsx'
import { consoleMeta } from '#console/shell/crumb.ts'
import { places, recordPlace, ticketPlace } from '#console/shell/places.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatTime } from '#ui/format.ts'
import { OpenRecord } from './open-record.tsx'

const title = '開いている記録'
export const handle = { crumbs: [{ label: title }] }
export const meta = consoleMeta(title)
export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { grants, reasons } = await ask(url, callOf(context)(grantApi.consoleGrantsGet))
  return { grants, reasons, keys: freshKeysOf(context) }
}

export const action = actions(
  {
    open: {
      endpoint: grantApi.consoleGrantPost,
      to: ({ value }) => recordPlace(value.grant),
    },
  },
  'open',
)

type Reasons = Awaited<ReturnType<typeof loader>>['reasons']

type RecordsProps = {
  readonly loaderData: Awaited<ReturnType<typeof loader>>
  readonly actionData: Stayed | undefined
}

/** What one has open now; and the form that came back, where a record was not opened. */
export default function Records({
  loaderData: { grants, reasons, keys },
  actionData,
}: RecordsProps) {
  const account = actionData?.typed['account'] ?? ''
  return (
    <div className="stack narrow">
      <h1>{title}</h1>
      <Refused refused={actionData?.refused} />
      {actionData?.refused.code === 'OWN_NUMBER' ? (
        <p>届け出た番号です。ほかの担当に渡してください。この操作は記録に残りました。</p>
      ) : null}
      {actionData?.refused.code === 'ROLE_MISSING' ? (
        <OtherReason reasons={reasons} ticket={actionData.typed['ticket'] ?? ''} />
      ) : null}
      {account === '' || reasons.length === 0 ? null : (
        <Panel title={`会員 ${account} の記録を開く`}>
          <PanelBody>
            <OpenRecord
              keys={keys}
              account={account}
              ticket={actionData?.typed['ticket'] ?? ''}
              reasons={reasons}
              stayed={actionData}
            />
          </PanelBody>
        </Panel>
      )}
      <Panel title={title} beside={`${grants.length}件`}>
        {grants.length === 0 ? (
          <Nothing>いま開いている記録はありません。お問い合わせか列の件から開きます。</Nothing>
        ) : (
          <ul className="plain-rows">
            {grants.map(({ grant, ticketNo, reason, name, endsAt, state }) => (
              <li key={grant}>
                <Link to={recordPlace(grant)}>
                  {name ?? 'まだ確かめていない方'}（{ticketNo}）
                </Link>
                <span className="muted">
                  {caseReasons[reason]}・{accessGrantStateWords[state].label}・{formatTime(endsAt)}
                  まで
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <p>
        <ButtonLink href={places.find}>会員をさがす</ButtonLink>
      </p>
    </div>
  )
}

/** What the roles may open a record for, and to whom the case goes for anything else. */
function OtherReason({ reasons, ticket }: { readonly reasons: Reasons; readonly ticket: string }) {
  return (
    <p>
      {reasons.length === 0
        ? 'あなたの役割では、会員の記録を開けません。'
        : `あなたの役割で記録を開けるのは、${reasons.map((reason) => `「${caseReasons[reason]}」`).join('、')}のときです。`}
      {ticket === '' ? (
        'ほかの理由のときは、お問い合わせを担当の役割に渡してください。'
      ) : (
        <>
          ほかの理由のときは、<Link to={ticketPlace(ticket)}>お問い合わせ {ticket}</Link>
          を担当の役割に渡してください。
        </>
      )}
    </p>
  )
}
