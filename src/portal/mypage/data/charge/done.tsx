import { pages } from '#vocabulary/pages.ts'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { Amount } from '#ui/amount.tsx'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { formatDateTime, formatMonth } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import type { dataApi } from '#protocol/data.ts'
import type { Result } from '#protocol/endpoint.ts'

type Bought = Result<typeof dataApi.topUpReceiptGet>

type DoneProps = {
  readonly bought: Bought
}

/** 完了: what there is now, and the receipt; which stays readable when the pack is gone. */
export function Done({ bought }: DoneProps) {
  const { receipt, bucket, state, paidYen, billMonth } = bought
  return (
    <>
      {state === 'usable' ? (
        <Notice tone="good" role="status" title="データチャージを受け付けました">
          <p>すぐにお使いいただけます。</p>
        </Notice>
      ) : (
        <Notice title={goneTitles[state]}>
          <p>
            <a href={`${pages.usage}?view=records`}>付与と利用の記録</a>
            で、いつ使われたかをご確認いただけます。
          </p>
        </Notice>
      )}
      <SummaryList
        entries={[
          { term: '受付番号', value: receipt.orderNo },
          { term: '内容', value: bucket.label },
          { term: '受付日時', value: formatDateTime(receipt.acceptedAt) },
          { term: '料金', value: <Amount yen={paidYen} /> },
          { term: 'お支払い', value: `${formatMonth(billMonth)}ご利用分の請求に合算` },
          { term: '有効期限', value: formatLimit(bucket.expiresAt) },
        ]}
      />
      <p className="small">
        同じ内容をメールとお知らせにもお送りしました。この画面は、再読み込みしても重ねて購入されません。
      </p>
      <ButtonRow>
        <ButtonLink href={pages.top}>マイページに戻る</ButtonLink>
        <ButtonLink kind="plain" href={`${pages.usage}?view=records`}>
          付与と利用の記録を見る
        </ButtonLink>
      </ButtonRow>
    </>
  )
}

const goneTitles = {
  spent: 'このチャージは、使い切りました',
  expired: 'このチャージは、有効期限が過ぎています',
} as const
