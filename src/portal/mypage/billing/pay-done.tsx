import { billPage, pages, payPage, withQuery } from '#vocabulary/pages.ts'
import { KeyFigures, owedFigure } from '#portal/mypage/flow/key-figures.tsx'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { formatDateTime, formatMonth, formatPoints, formatYen } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import type { Receipt, Unpaid } from './load-pay.ts'
import { TapLink } from '#ui/text-link.tsx'

/** 完了: paid, refused, or not known yet; read again whenever the page is opened. */
export function PayDone({ receipt, left }: { readonly receipt: Receipt; readonly left: Unpaid }) {
  const { receiptNo, month, pointsYen, askedAt, paidAt, cardMasked } = receipt
  return (
    <>
      <Outcome receipt={receipt} />
      <Refused receipt={receipt} />
      <Left left={left} receipt={receipt} />
      <Card className="card review__facts">
        <h2>控え</h2>
        <SummaryList
          entries={[
            ['受付番号', receiptNo],
            ['内容', contentOf(receipt)],
            ['受付日時', formatDateTime(askedAt)],
            ['お支払い日時', paidAt && formatDateTime(paidAt)],
            ['うちポイント', pointsYen && formatPoints(pointsYen)],
            ['カード', cardMasked && `末尾${cardMasked.slice(-4)}`],
          ]}
        />
      </Card>
      <ButtonRow>
        <ButtonLink href={pages.top}>マイページに戻る</ButtonLink>
        <ButtonLink kind="plain" href={billPage(month)}>
          請求の内訳を見る
        </ButtonLink>
      </ButtonRow>
    </>
  )
}

/** One bill, or all that the press paid, each with its sum. */
function contentOf({ month, paidYen, others }: Receipt): string {
  if (others.length === 0) return `${formatMonth(month)}分の料金`
  return [{ month, paidYen }, ...others]
    .map((one) => `${formatMonth(one.month)}分 ${formatYen(one.paidYen)}`)
    .join('、')
}

/** Of several bills, those that the card company did not take. */
function Refused({ receipt: { others } }: { readonly receipt: Receipt }) {
  const refused = others.filter(({ result }) => result === 'refused')
  if (refused.length === 0) return null
  return (
    <Notice tone="warning" title="お支払いいただけなかった月があります">
      {refused.map(({ receiptNo, month, reason }) => (
        <p key={receiptNo}>
          {formatMonth(month)}分：{reason}この分のお支払いは行われていません。
        </p>
      ))}
    </Notice>
  )
}

/** What is owed besides, with the sum: nothing is said to be in order that is not. */
function Left({ left, receipt }: { readonly left: Unpaid; readonly receipt: Receipt }) {
  if (receipt.result !== 'paid' || left.totalYen === 0) return null
  const months = left.bills.map(({ month }) => `${formatMonth(month)}分`).join('、')
  const owed = formatYen(left.totalYen)
  return (
    <Notice
      tone="warning"
      title={
        receipt.stillSuspended
          ? 'ご利用はまだ止まっています'
          : `お支払いが必要な料金が、ほかに${owed}あります`
      }
    >
      <p>
        {months}
        {receipt.stillSuspended ? `の${owed}` : ''}
        のお支払いを確認できていません。<a href={pages.pay}>残りを支払う</a>
      </p>
    </Notice>
  )
}

function Outcome({ receipt }: { readonly receipt: Receipt }) {
  const { result, receiptNo, paidYen, pointsYen, resumedAt, others, reason } = receipt
  const { refusedWay, billId } = receipt
  const paid = others.filter((one) => one.result === 'paid')
  const paidAllYen = paid.reduce((sum, one) => sum + one.paidYen, Number(paidYen))
  if (result === 'refused')
    return (
      <Notice tone="warning" role="status" title="お支払いいただけませんでした">
        <p>
          {reason}
          {pointsYen !== undefined && refusedWay === 'card'
            ? `${formatPoints(pointsYen)}は、お支払いに充てました。残りのお支払いは行われていません。`
            : 'お支払いは行われていません。'}
        </p>
        <TapLink href={payPage(billId)}>
          {refusedWay === 'points'
            ? '残高を確かめて、もう一度支払う'
            : 'カードを確かめて、もう一度支払う'}
        </TapLink>
      </Notice>
    )
  if (result === 'unknown')
    return (
      <Notice tone="warning" role="status" title="お支払いの結果を確認しています">
        <p>
          {pointsYen === undefined ? 'カード会社' : 'お支払い先'}
          からの応答がまだありません。二重に請求されることはありません。結果が分かりしだい、メールでお知らせします。
        </p>
        <TapLink href={withQuery(pages.pay, { done: receiptNo })}>結果をもう一度確認する</TapLink>
      </Notice>
    )
  return (
    <KeyFigures
      what={<span role="status">お支払いが完了しました</span>}
      figures={[owedFigure('お支払い', paidAllYen)]}
    >
      {resumedAt === undefined && paid.every((one) => one.resumedAt === undefined) ? null : (
        <p className="key-figures__outlook">
          ご利用を再開しました。数秒で通話・SMS・データ通信ができるようになります。
        </p>
      )}
    </KeyFigures>
  )
}
