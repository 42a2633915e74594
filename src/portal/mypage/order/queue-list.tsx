import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { orderPage } from '#vocabulary/pages.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import {
  isWaiting,
  WithdrawForm,
  type QueuedProcedure,
} from '#portal/mypage/flow/queued-notice.tsx'
import { formatWhen } from '#portal/mypage/flow/wording.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { formatDateTime } from '#ui/format.ts'
import { TextLink } from '#ui/text-link.tsx'

/** What is done for the member the moment it frees up; it can be withdrawn until then. */
export function QueueList({
  procedures,
  keys,
}: {
  readonly procedures: readonly QueuedProcedure[]
  readonly keys: FormKeys
}) {
  return procedures.map((one) => (
    <Card key={one.queueId}>
      <div className="section__head">
        <h3>{one.label}</h3>
        <Badge tone={one.state === 'refused' ? 'warning' : 'neutral'}>{one.stateLabel}</Badge>
      </div>
      {one.line === undefined ? null : <p>{fullNameOfLine(one.line)}</p>}
      {one.reason.message === undefined || one.state === 'withdrawn' ? null : (
        <p>{one.reason.message}</p>
      )}
      {one.expectedOn === undefined || !isWaiting(one) ? null : (
        <p>
          手続きできる見込み：<strong>{formatWhen(one.expectedOn)}</strong>
        </p>
      )}
      <p className="small">{formatDateTime(one.queuedAt)}に受け付け</p>
      {one.orderNo === undefined ? null : (
        <p className="tap">
          <TextLink href={orderPage(one.orderNo)}>申し込んだ手続きを見る</TextLink>
        </p>
      )}
      {isWaiting(one) ? <WithdrawForm queueId={one.queueId} keys={keys} /> : null}
    </Card>
  ))
}
