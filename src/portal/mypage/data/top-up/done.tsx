import type { ComponentProps } from 'react'
import { pages } from '#vocabulary/pages.ts'
import { InstallAsk } from '#portal/app/install-ask.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { PushAsk } from '#portal/mypage/shared/push-ask.tsx'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { Amount } from '#ui/amount.tsx'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { formatDateTime, formatMonth, formatVolume } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import type { topUpApi } from '#protocol/top-up.ts'
import type { Result } from '#protocol/endpoint.ts'
import { TopUpStage } from './stage.tsx'

type Bought = Result<typeof topUpApi.topUpReceiptGet>

type DoneProps = {
  readonly bought: Bought
  readonly pushes: ComponentProps<typeof PushAsk>['pushes']
  readonly keys: FormKeys
}

/** 完了: what there was the moment it was bought, and the receipt; both stay readable when the pack is gone. */
export function Done({ bought, pushes, keys }: DoneProps) {
  const { receipt, bucket, state, paidYen, billMonth } = bought
  return (
    <>
      {state === 'usable' ? (
        <Arrived bought={bought} />
      ) : (
        <Notice title={goneTitles[state]}>
          <p>
            <a href={`${pages.usage}?view=records`}>付与と利用の記録</a>
            で、いつ使われたかをご確認いただけます。
          </p>
        </Notice>
      )}
      <PushAsk pushes={pushes} keys={keys} />
      <Card className="card review__facts">
        <h2>控え</h2>
        <SummaryList
          entries={[
            ['受付番号', receipt.orderNo],
            ['内容', bucket.label],
            ['受付日時', formatDateTime(receipt.acceptedAt)],
            [
              '料金',
              <strong key="value">
                <Amount yen={paidYen} />
              </strong>,
            ],
            ['お支払い', `${formatMonth(billMonth)}ご利用分の請求に合算`],
            ['有効期限', formatLimit(bucket.expiresAt)],
          ]}
        />
      </Card>
      <ButtonRow>
        <ButtonLink href={pages.top}>マイページに戻る</ButtonLink>
        <ButtonLink kind="plain" href={`${pages.usage}?view=records`}>
          付与と利用の記録を見る
        </ButtonLink>
      </ButtonRow>
      <p className="small muted">同じ内容をメールとお知らせにもお送りしました。</p>
      <InstallAsk hasBought />
    </>
  )
}

const ACCEPTED = 'データチャージを受け付けました'

/** As it was at the purchase; one from before that was stored is shown without the ring. */
function Arrived({ bought: { receipt, bucket, residual } }: { readonly bought: Bought }) {
  if (residual === undefined)
    return (
      <Notice tone="good" role="status" title={ACCEPTED}>
        <p>すぐにお使いいただけます。</p>
      </Notice>
    )
  const bytes = bucket.grantedBytes
  return (
    <TopUpStage
      what={<span role="status">{ACCEPTED}</span>}
      figures={[['追加', <strong key="value">{formatVolume(bytes, 'quota')}</strong>]]}
      left={{
        buckets: residual.buckets.filter(({ bucketId }) => bucketId !== bucket.bucketId),
        totalBytes: residual.totalBytes - bytes,
        usedThisMonthBytes: residual.usedThisMonthBytes,
        asOf: receipt.acceptedAt,
      }}
      pack={{ bytes, expiresAt: bucket.expiresAt }}
      word="残り"
      outlook="すぐにお使いいただけます"
    />
  )
}

const goneTitles = {
  spent: 'このチャージは、使い切りました',
  expired: 'このチャージは、有効期限が過ぎています',
} as const
