import type { ReactNode } from 'react'
import { orderHref } from '#portal/mypage/flow/instead.ts'
import { formatLimit, formatWhen } from '#portal/mypage/flow/wording.ts'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { formatDate, formatDateTime } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import type { Receipt } from '#protocol/procedure.ts'

/** What 完了 shows of an order; read anew at each reload, so it never says more than what is. */
export type Done = {
  readonly receipt: Receipt
  readonly stateLabel: string
  readonly message: string
  readonly final: boolean
  readonly tone: 'info' | 'good' | 'warning' | 'danger'
  readonly todo?: { readonly label: string; readonly path: string } | undefined
}

/** What was to come will not come: its dates are shown no more. */
const undoneStates = ['cancelled', 'undone', 'replaced']

export function DoneSheet({
  done: { receipt, stateLabel, message, final, tone, todo },
  dateLabel = '適用日',
  children,
}: {
  readonly done: Done
  readonly dateLabel?: string
  readonly children?: ReactNode
}) {
  const { nextSteps, title } = receipt
  // An old address of an order that has ended says so, and never that it has just been accepted.
  const heading = final ? `${title}：${stateLabel}` : `${title}を受け付けました`
  const isUndone = undoneStates.includes(receipt.state)
  return (
    <>
      <Notice tone={tone === 'info' ? 'good' : tone} title={heading} role="status">
        <p>{message}</p>
      </Notice>
      {todo === undefined ? null : (
        <ButtonRow>
          <ButtonLink kind="primary" href={todo.path}>
            {todo.label}
          </ButtonLink>
        </ButtonRow>
      )}
      {children}
      {nextSteps.length === 0 ? null : (
        <Section id="next" title="これからの流れ">
          <ol className="steps">
            {nextSteps.map(({ text, on }) => (
              <li key={text}>
                <strong>{text}</strong>
                {on === undefined ? null : <p>{formatWhen(on)}</p>}
              </li>
            ))}
          </ol>
        </Section>
      )}
      <Section id="receipt" title="受付の控え">
        <SummaryList
          entries={[
            { term: '受付番号', value: receipt.orderNo },
            { term: 'お手続き', value: receipt.title },
            { term: '受付日時', value: formatDateTime(receipt.acceptedAt) },
            { term: '状態', value: stateLabel },
            ...(receipt.effectiveOn === undefined || isUndone
              ? []
              : [{ term: dateLabel, value: formatDate(receipt.effectiveOn) }]),
            ...(receipt.undoUntil === undefined || final
              ? []
              : [{ term: '取り消せる期限', value: formatLimit(receipt.undoUntil) }]),
          ]}
        />
        <p className="small">
          受付の内容は、メールとお知らせにもお送りしました。この画面は、再読み込みしても重ねて申し込まれません。
        </p>
        <ButtonRow>
          <ButtonLink href={orderHref(receipt.orderNo)}>お手続き状況を見る</ButtonLink>
          {receipt.calendarPath === undefined || isUndone ? null : (
            <ButtonLink href={receipt.calendarPath}>
              <Icon name="calendar" /> 日付をカレンダーに入れる
            </ButtonLink>
          )}
          <ButtonLink kind="plain" href="/mypage/top.html">
            マイページに戻る
          </ButtonLink>
        </ButtonRow>
      </Section>
    </>
  )
}
