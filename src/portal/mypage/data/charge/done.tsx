import { pages } from '#vocabulary/pages.ts'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { Amount } from '#ui/amount.tsx'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { formatDateTime, formatMonth, formatVolume } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import type { Residual } from '#portal/mypage/shared/wire.ts'

type DoneProps = {
  readonly orderNo: string
  readonly totalBytes: number
  readonly bought: Residual['buckets'][number] | undefined
  readonly paidYen: number | undefined
}

/** 完了: what there is now, and the receipt. */
export function Done({ orderNo, totalBytes, bought, paidYen }: DoneProps) {
  if (bought === undefined)
    return (
      <Notice title="このチャージは、使い切ったか有効期限が過ぎています">
        <p>
          <a href={`${pages.usage}?view=records`}>付与と利用の記録</a>
          でご確認いただけます。
        </p>
      </Notice>
    )
  return (
    <>
      <Notice tone="good" role="status" title="データチャージを受け付けました">
        <p>
          すぐにお使いいただけます。データの残りは {formatVolume(totalBytes, 'residual')} です。
        </p>
      </Notice>
      <SummaryList
        entries={[
          { term: '受付番号', value: orderNo },
          { term: '内容', value: bought.label },
          { term: '受付日時', value: formatDateTime(bought.grantedAt) },
          ...(paidYen === undefined ? [] : [{ term: '料金', value: <Amount yen={paidYen} /> }]),
          { term: 'お支払い', value: `${formatMonth(bought.grantedAt)}ご利用分の請求に合算` },
          { term: '有効期限', value: formatLimit(bought.expiresAt) },
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
