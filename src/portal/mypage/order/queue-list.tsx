import { Form } from 'react-router'
import { Hidden, HiddenKeys, Submit } from '#portal/mypage/flow/form.tsx'
import { orderHref } from '#portal/mypage/flow/instead.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { formatWhen, lineWords } from '#portal/mypage/flow/wording.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { formatDateTime } from '#ui/format.ts'
import { TextLink } from '#ui/text-link.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { orderApi } from '#protocol/order.ts'

export type QueuedProcedure = Result<typeof orderApi.procedureQueueGet>['procedures'][number]

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
      {one.line === undefined ? null : <p>{lineWords(one.line)}</p>}
      {one.reason.message === undefined || one.state === 'withdrawn' ? null : (
        <p>{one.reason.message}</p>
      )}
      {one.expectedOn === undefined || !isOpen(one) ? null : (
        <p>
          手続きできる見込み：<strong>{formatWhen(one.expectedOn)}</strong>
        </p>
      )}
      <p className="small">{formatDateTime(one.queuedAt)}に受け付け</p>
      {one.orderNo === undefined ? null : (
        <p>
          <TextLink href={orderHref(one.orderNo)}>申し込んだ手続きを見る</TextLink>
        </p>
      )}
      {isOpen(one) ? (
        <Form method="post">
          <HiddenKeys keys={keys} of={`withdraw.${one.queueId}`} />
          <Hidden values={{ intent: 'withdraw', queueId: one.queueId }} />
          <Submit>順番待ちを取り下げる</Submit>
        </Form>
      ) : null}
    </Card>
  ))
}

const isOpen = ({ state }: QueuedProcedure) => state === 'waiting' || state === 'ready'
