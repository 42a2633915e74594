import { orderPage, pages } from '#vocabulary/pages.ts'
import type { ReactNode } from 'react'
import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { useIsOffered } from '#portal/mypage/shared/use-is-offered.ts'
import { NextSteps } from '#portal/mypage/flow/next-steps.tsx'
import { dayOfReceipt, formatLimit } from '#portal/mypage/flow/wording.ts'
import type { LineName } from '#portal/mypage/shared/wire.ts'
import { ButtonLink, ButtonLinkRow, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { formatDate, formatDateTime } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { Receipt } from '#protocol/procedure.ts'

/** What 完了 shows of an order; read anew at each reload, so it never says more than what is. */
export type Done = {
  readonly receipt: Receipt
  /** Those it concerns; none when it concerns the contract. */
  readonly lines: readonly LineName[]
  readonly stateLabel: string
  readonly message: string
  readonly updatedAt: string
  readonly final: boolean
  readonly tone: 'info' | 'good' | 'warning' | 'danger'
  readonly todo?: { readonly label: string; readonly path: string } | undefined
  /** The booking this one took the place of. */
  readonly replaced?: { readonly orderNo: string; readonly title: string } | undefined
}

/** The member has taken it back: the page says so, and no longer that it was accepted. */
export const isTakenBack = ({ receipt }: Pick<Done, 'receipt'>) =>
  isUndone(receipt) || receipt.state === 'withdrawn'

const isUndone = ({ state }: Receipt) => state === 'cancelled' || state === 'undone'

export const undoSteps = ['確認', '完了']

/** Of what was to come and will not come the dates are shown no more. */
const isCalledOff = (done: Done) => isTakenBack(done) || done.receipt.state === 'replaced'

export function DoneSheet({
  done,
  children,
}: {
  readonly done: Done
  readonly children?: ReactNode
}) {
  const { receipt, lines, stateLabel, message, updatedAt, final, tone, todo, replaced } = done
  const { nextSteps } = receipt
  const isSurveyOffered = useIsOffered(pages.enquete)
  const isOff = isCalledOff(done)
  const effectiveOn = isOff ? undefined : receipt.effectiveOn
  const undoUntil = final ? undefined : receipt.undoUntil
  return (
    <>
      <Notice tone={tone === 'info' ? 'good' : tone} title={headingOf(done)} role="status">
        <p>{message}</p>
        {replaced === undefined || isOff ? null : (
          <p>
            「{replaced.title}」の予約は、この予約に置き換わりました。
            <TextLink href={orderPage(replaced.orderNo)}>置き換わった予約を見る</TextLink>
          </p>
        )}
      </Notice>
      {todo === undefined ? null : (
        <ButtonLinkRow kind="primary" href={todo.path}>
          {todo.label}
        </ButtonLinkRow>
      )}
      {children}
      <NextSteps steps={nextSteps} />
      <Section id="receipt" title="受付の控え">
        <Card className="card review__facts">
          <SummaryList
            entries={[
              ['受付番号', receipt.orderNo],
              ['お手続き', receipt.title],
              ['対象の回線', lines.map(fullNameOfLine).join('、') || undefined],
              ['受付日時', formatDateTime(receipt.acceptedAt)],
              ['取り消した日時', isTakenBack(done) ? formatDateTime(updatedAt) : undefined],
              ['状態', stateLabel],
              [dayOfReceipt(receipt.operation), effectiveOn && formatDate(effectiveOn)],
              ['取り消せる期限', undoUntil && formatLimit(undoUntil)],
            ]}
          />
        </Card>
        <p className="small">受付の内容は、メールとお知らせにもお送りしました。</p>
        <ButtonRow>
          <ButtonLink href={orderPage(receipt.orderNo)}>お手続き状況を見る</ButtonLink>
          {receipt.calendarPath === undefined || isOff ? null : (
            <ButtonLink href={receipt.calendarPath}>
              <Icon name="calendar" /> 日付をカレンダーに入れる
            </ButtonLink>
          )}
          <ButtonLink kind="plain" href={pages.top}>
            マイページに戻る
          </ButtonLink>
        </ButtonRow>
        {isSurveyOffered ? (
          <p className="small">
            よろしければ、
            <TextLink href={pages.enquete}>使いやすさのアンケート</TextLink>
            にもお答えください（任意）。
          </p>
        ) : null}
      </Section>
    </>
  )
}

/** An old address of an order that has ended says so, and never that it has just been accepted. */
function headingOf(done: Done): string {
  const { title } = done.receipt
  if (isUndone(done.receipt)) return `${title}を取り消しました`
  return done.final ? `${title}：${done.stateLabel}` : `${title}を受け付けました`
}
