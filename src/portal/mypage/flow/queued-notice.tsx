import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { pages } from '#vocabulary/pages.ts'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { formatWhen } from '#portal/mypage/flow/wording.ts'
import { Notice } from '#ui/notice.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { orderApi } from '#protocol/order.ts'

export type QueuedProcedure = Result<typeof orderApi.procedureQueueGet>['procedures'][number]

type QueuedProps = { readonly queued: readonly QueuedProcedure[]; readonly keys: FormKeys }

export const isWaiting = ({ state }: QueuedProcedure) => state === 'waiting' || state === 'ready'

/** What will be done for the member without a further press: said before the same form is filled once more. */
export function QueuedNotice({ queued, keys }: QueuedProps) {
  return queued.map((one) => (
    <Notice key={one.queueId} tone="info" title="順番待ちで受け付けています">
      <p>
        <strong>{one.label}</strong>
        {one.line === undefined ? null : `（${fullNameOfLine(one.line)}）`}
        を、受け付けられるようになったら自動で申し込みます。
      </p>
      {one.expectedOn === undefined ? null : (
        <p>
          手続きできる見込み：<strong>{formatWhen(one.expectedOn)}</strong>
        </p>
      )}
      <p>内容を変えるときは、いまの順番待ちを取り下げてから申し込んでください。</p>
      <WithdrawForm queueId={one.queueId} keys={keys} />
    </Notice>
  ))
}

export function WithdrawForm({ queueId, keys }: { queueId: string; keys: FormKeys }) {
  return (
    <KeyedForm
      keys={keys}
      of={`withdraw.${queueId}`}
      values={{ intent: 'withdraw', queueId }}
      action={pages.orders}
    >
      <Submit>順番待ちを取り下げる</Submit>
    </KeyedForm>
  )
}
