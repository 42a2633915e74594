import { pages } from '#vocabulary/pages.ts'
import type { Reserved } from '#portal/mypage/plan-size/load.ts'
import { inputAddress } from '#portal/mypage/flow/address.ts'
import { estimateFacts, estimateFigures } from '#portal/mypage/flow/estimate.tsx'
import { QueuedNotice, type QueuedProcedure } from '#portal/mypage/flow/queued-notice.tsx'
import { EstimateReview } from '#portal/mypage/flow/estimate-review.tsx'
import type { AtReview } from '#portal/mypage/flow/review.tsx'
import { UndoReview } from '#portal/mypage/flow/undo-review.tsx'
import { formatDate } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { planSizeApi } from '#protocol/plan-size.ts'

const path = pages.planSize

type ConfirmProps = AtReview & {
  readonly estimate: Result<typeof planSizeApi.couponEstimateGet>
  readonly queued: readonly QueuedProcedure[]
}

export function PlanConfirm({ estimate, queued, ...at }: ConfirmProps) {
  const { keys } = at
  const { replaces, carryMessage, from, to, effectiveOn } = estimate
  const plan = String(to.plan)
  return (
    <EstimateReview
      {...at}
      estimate={estimate}
      what={`${from.name} → ${to.name}`}
      figures={estimateFigures(estimate)}
      facts={estimateFacts(estimate, {
        more: [['残ったデータの扱い', carryMessage]],
      })}
      queueing={
        queued.length === 0 ? { keys, request: { operation: 'planSizeChange', plan } } : undefined
      }
      head={
        <>
          <QueuedNotice queued={queued} keys={keys} />
          {replaces === undefined ? null : (
            <Notice tone="warning" title="いまの予約と置き換わります">
              {`${formatDate(replaces.effectiveOn)}に${replaces.to.name}へ変える予約は、取り消されます。`}
            </Notice>
          )}
        </>
      }
      form={{ values: { plan, effectiveOn }, submitLabel: 'この内容で変更を予約する' }}
      back={{ href: inputAddress(path, { plan, draft: keys.draft }), label: '容量を選び直す' }}
    />
  )
}

type UndoProps = AtReview & {
  readonly reserved: Reserved | undefined
}

export function PlanUndo({ reserved, ...rest }: UndoProps) {
  return (
    <UndoReview
      {...rest}
      booking={reserved}
      gone="すでに取り消されたか、適用済みか、取り消せる期限を過ぎています。"
      submitLabel="予約を取り消す"
      backHref={path}
      entries={({ from, to, effectiveOn }) => [
        ['取り消す予約', `${from.name}から${to.name}への変更`],
        ['適用の予定日', formatDate(effectiveOn)],
        ['取り消したあと', `${from.name}のまま変わりません。`],
      ]}
    />
  )
}
