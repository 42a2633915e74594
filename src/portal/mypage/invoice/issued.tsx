import type { ReactNode } from 'react'
import { ConfirmForm } from '#portal/mypage/flow/confirm-form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { Accordion } from '#ui/accordion.tsx'
import { ButtonLink, ButtonLinkRow, ButtonRow } from '#ui/button.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import type { Issued } from './load.ts'

type IssuedViewProps = Partial<Stayed> & {
  readonly title: string
  readonly issued: Issued
  /** It has just been issued, or printed again. */
  readonly isNew: boolean
  readonly keys: FormKeys
  /** What the form of the 再発行 names. */
  readonly values: Readonly<Record<string, string>>
  readonly back: { readonly href: string; readonly label: string }
  readonly children: ReactNode
}

/** What was issued: its number, its files, and the way to a copy. */
export function IssuedView(props: IssuedViewProps) {
  const { title, issued, isNew, keys, values, back, refused, children } = props
  const copies = issued.printed - 1
  return (
    <>
      <Stopped refused={refused} />
      {isNew ? (
        <Notice
          tone="good"
          role="status"
          title={`${title}を${copies === 0 ? '発行' : '再発行'}しました`}
        >
          {copies === 0
            ? 'PDFを保存してお使いください。あとからこの画面でもう一度開けます。'
            : `「再発行（${copies}回目）」と日付が入ったPDFです。番号と内容は、はじめに発行したものと同じです。`}
        </Notice>
      ) : null}
      <SummaryList
        entries={[
          ['番号', issued.invoiceNo],
          ['発行日時', formatDateTime(issued.issuedAt)],
          [`再発行（${copies}回目）`, copies === 0 ? undefined : formatDateTime(issued.printedAt)],
        ]}
      />
      <ButtonRow>
        <ButtonLink kind="primary" href={issued.pdfUrl}>
          <Icon name="download" /> PDFを保存する
        </ButtonLink>
        <ButtonLink href={issued.jsonUrl}>データ（JSON）を保存する</ButtonLink>
      </ButtonRow>
      {children}
      <Accordion title="再発行する">
        <p>
          保存したPDFは、何度でも開けます。なくしたときも、上のボタンから同じPDFを保存できます。「再発行」の表示がある写しが必要なときだけ、発行してください。
        </p>
        <ConfirmForm
          keys={keys}
          conditions={`${issued.invoiceId}.${issued.printed}`}
          values={values}
          submitLabel="再発行する"
        />
      </Accordion>
      {issued.sha256 === undefined ? null : (
        <Accordion title="写しが本物かを確かめる">
          <p>手元のPDFのSHA-256が次の値と同じなら、発行したときから変わっていません。</p>
          <p className="flow-code">{issued.sha256}</p>
        </Accordion>
      )}
      <ButtonLinkRow kind="plain" href={back.href}>
        {back.label}
      </ButtonLinkRow>
    </>
  )
}
