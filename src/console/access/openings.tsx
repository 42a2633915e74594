import { Link } from 'react-router'
import { caseReasons, recordParts } from '#vocabulary/console.ts'
import { contactFields, identityFields } from '#vocabulary/console-record.ts'
import { accessGrantStateWords } from '#vocabulary/states/access-grant.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { accessApi } from '#protocol/console/access.ts'
import type { Result } from '#protocol/endpoint.ts'
import { Nothing } from '#console/parts/panel.tsx'
import { Press } from '#console/parts/press.tsx'
import { rolesText } from '#console/shell/rail.tsx'
import { ticketPlace } from '#console/shell/places.ts'
import { formatDateTime } from '#ui/format.ts'

type Opening = Result<typeof accessApi.consoleAccessMineGet>['openings'][number]

const fieldWords = { ...contactFields, ...identityFields }

type OpeningsProps = {
  readonly openings: readonly Opening[]
  /** With them an opening that lasts can be ended. */
  readonly keys?: FormKeys
}

/** Who opened what, why, which parts, and which fields in full. */
export function Openings({ openings, keys }: OpeningsProps) {
  if (openings.length === 0) return <Nothing>この31日に開いた記録はありません。</Nothing>
  return (
    <ol className="panel__body happened">
      {openings.map((one) => (
        <li key={one.grant}>
          <time dateTime={one.openedAt}>{formatDateTime(one.openedAt)}</time>
          <div>
            {one.staffName}（{rolesText([one.role])}）・
            <Link to={ticketPlace(one.ticketNo)}>{one.ticketNo}</Link>
            <small>
              会員 {one.accountId}・{caseReasons[one.reason]}・
              {accessGrantStateWords[one.state].label}
              {one.endedAt === undefined ? null : `（${formatDateTime(one.endedAt)}）`}
            </small>
            <small>
              見た部分：{one.parts.map((part) => recordParts[part]).join('、') || 'なし'}
            </small>
            {one.fields.length === 0 ? null : (
              <small>
                <b>全部表示：{one.fields.map((field) => fieldWords[field]).join('、')}</b>
              </small>
            )}
            {keys !== undefined && one.state === 'open' ? (
              <Press keys={keys} intent="revoke" values={{ grant: one.grant }} kind="danger">
                閉じさせる
              </Press>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  )
}
