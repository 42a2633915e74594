import { CopyButton } from '#ui/copy-button.tsx'
import { formatDate, formatDateTime, formatReservationNumber } from '#ui/format.ts'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { pages } from '#vocabulary/pages.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { portOutApi } from '#protocol/port-out.ts'

type PossibleLine = Result<typeof portOutApi.portOutPossibleListGet>['lines'][number]
export type PortOutRequest = NonNullable<PossibleLine['request']>

/** The number with its last day, or how far its issue has come. */
export function ReservationNumber({ request }: { readonly request: PortOutRequest }) {
  const { state, number, expiresOn, issuedOn, nextFrom, portedOutOn, refusal, receiverName } =
    request
  if (number !== undefined && state === 'issued')
    return (
      <Card>
        <h2>MNP予約番号</h2>
        <p className="amount amount--figure">{formatReservationNumber(number)}</p>
        <CopyButton text={number} label="MNP予約番号" />
        <SummaryList
          entries={[
            ['有効期限', expiresOn && <strong>{`${formatDate(expiresOn)}まで`}</strong>],
            ['発行日', issuedOn && formatDate(issuedOn)],
          ]}
        />
        <p>
          移転先の会社の申し込み画面で、この番号と有効期限を入力してください。移転が完了すると、この回線は自動で解約になります。期限を過ぎたときは番号が無効になり、回線はこのまま使えます。
        </p>
      </Card>
    )
  if (receiverName !== undefined && (state === 'requested' || state === 'issuing'))
    return (
      <Notice tone="info" title={request.stateLabel}>
        <p>
          {receiverName}
          への転出に同意いただきました。移転先で開通すると、この回線は自動で解約になります。
        </p>
        {expiresOn === undefined ? null : (
          <p>
            同意の有効期限は<strong>{formatDate(expiresOn)}</strong>
            です。それまでに開通しないと同意は無効になり、回線はこのまま使えます。
          </p>
        )}
      </Notice>
    )
  if (request.heldUntil !== undefined)
    return (
      <Notice tone="warning" title="MNP予約番号の発行を待っています">
        <p>
          {formatDateTime(request.heldUntil)}
          になると発行の手続きが進み、番号をこの画面に表示して、メールでもお知らせします。
        </p>
        <p>
          お心当たりがないときは、<a href={pages.logins}>ログインの記録</a>から止められます。
        </p>
      </Notice>
    )
  if (state === 'requested' || state === 'issuing')
    return (
      <Notice tone="info" title="MNP予約番号を発行しています">
        通常は数分で発行されます。発行されると、この画面に表示し、メールでもお知らせします。画面を再読み込みすると最新の状況を確認できます。
      </Notice>
    )
  return (
    <Notice tone={state === 'refused' ? 'warning' : 'info'} title={request.stateLabel}>
      {refusal === undefined ? null : <p>{refusal}</p>}
      {portedOutOn === undefined ? null : <p>{formatDate(portedOutOn)}に移転しました。</p>}
      {nextFrom === undefined ? null : (
        <p>
          {receiverName === undefined ? '番号の再発行は' : '転出は、'}
          {formatDate(nextFrom)}
          {receiverName === undefined ? 'から申し込めます。' : 'からもう一度申し込めます。'}
        </p>
      )}
    </Notice>
  )
}
