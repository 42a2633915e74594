import { billPage, pages, payPage, withQuery } from '#vocabulary/pages.ts'
import { KeyFigures, yenFigure } from '#portal/mypage/flow/key-figures.tsx'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { formatDateTime, formatMonth, formatPoints } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import type { Receipt } from './load-pay.ts'

/** 完了: paid, refused, or not known yet; read again whenever the page is opened. */
export function PayDone({ receipt }: { readonly receipt: Receipt }) {
  const { receiptNo, month, pointsYen, askedAt, paidAt, cardMasked, stillSuspended } = receipt
  return (
    <>
      <Outcome receipt={receipt} />
      <Card className="card review__facts">
        <h2>控え</h2>
        <SummaryList
          entries={[
            { term: '受付番号', value: receiptNo },
            { term: '内容', value: `${formatMonth(month)}分の料金` },
            { term: '受付日時', value: formatDateTime(askedAt) },
            { term: 'お支払い日時', value: paidAt && formatDateTime(paidAt) },
            { term: 'うちポイント', value: pointsYen && formatPoints(pointsYen) },
            { term: 'カード', value: cardMasked && `末尾${cardMasked.slice(-4)}` },
          ]}
        />
      </Card>
      {receipt.result === 'paid' && stillSuspended ? (
        <Notice tone="warning" title="ご利用はまだ止まっています">
          <p>
            ほかにお支払いを確認できていない料金があります。
            <a href={pages.pay}>お支払いが必要な料金を見る</a>
          </p>
        </Notice>
      ) : null}
      <ButtonRow>
        <ButtonLink href={pages.top}>マイページに戻る</ButtonLink>
        <ButtonLink kind="plain" href={billPage(month)}>
          請求の内訳を見る
        </ButtonLink>
      </ButtonRow>
    </>
  )
}

function Outcome({ receipt }: { readonly receipt: Receipt }) {
  const { result, receiptNo, paidYen, pointsYen, resumedAt, reason, refusedWay, billId } = receipt
  if (result === 'refused')
    return (
      <Notice tone="warning" role="status" title="お支払いいただけませんでした">
        <p>
          {reason}
          {pointsYen !== undefined && refusedWay === 'card'
            ? `${formatPoints(pointsYen)}は、お支払いに充てました。残りのお支払いは行われていません。`
            : 'お支払いは行われていません。'}
        </p>
        <p className="tap">
          <a href={payPage(billId)}>
            {refusedWay === 'points'
              ? '残高を確かめて、もう一度支払う'
              : 'カードを確かめて、もう一度支払う'}
          </a>
        </p>
      </Notice>
    )
  if (result === 'unknown')
    return (
      <Notice tone="warning" role="status" title="お支払いの結果を確認しています">
        <p>
          {pointsYen === undefined ? 'カード会社' : 'お支払い先'}
          からの応答がまだありません。二重に請求されることはありません。結果が分かりしだい、メールでお知らせします。
        </p>
        <p className="tap">
          <a href={withQuery(pages.pay, { done: receiptNo })}>結果をもう一度確認する</a>
        </p>
      </Notice>
    )
  return (
    <KeyFigures
      what={<span role="status">お支払いが完了しました</span>}
      figures={[yenFigure('お支払い', paidYen)]}
    >
      {resumedAt === undefined ? null : (
        <p className="key-figures__outlook">
          ご利用を再開しました。数秒で通話・SMS・データ通信ができるようになります。
        </p>
      )}
    </KeyFigures>
  )
}
