import { ConfirmForm } from '#portal/mypage/flow/confirm-form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Accordion } from '#ui/accordion.tsx'
import { formatDate } from '#ui/format.ts'
import { TextLink } from '#ui/text-link.tsx'
import { pages, withQuery } from '#vocabulary/pages.ts'
import type { Invoice, Issued } from './load.ts'
import { InvoicePaper } from './paper.tsx'
import { shownName, TradeName } from './trade-name.tsx'

/** From what was issued to 確認 of a corrected one. */
export function CorrectionLink({ billId }: { readonly billId: string }) {
  return (
    <Accordion title="宛名を直して発行し直す">
      <p>
        修正した適格請求書を、新しい番号で発行します。これまでの適格請求書は変わらず、修正済みとして残ります。
      </p>
      <TextLink href={withQuery(pages.invoices, { bill: billId, correct: '1' })}>
        宛名を直す
      </TextLink>
    </Accordion>
  )
}

/** 確認 of the corrected invoice: both numbers will be readable ever after. */
export function CorrectionConfirm(props: {
  readonly invoice: Invoice
  readonly tradeName: string
  readonly keys: FormKeys
}) {
  const { invoice, tradeName, keys } = props
  const { billId, replaces } = invoice
  return (
    <>
      <p>
        {replaces?.invoiceNo}
        の代わりに、この内容で新しい番号の適格請求書を発行します。お渡し済みの方には、修正したものをあらためてお渡しください。
      </p>
      <InvoicePaper invoice={invoice} />
      <TradeName tradeName={tradeName} isOpen />
      <ConfirmForm
        keys={keys}
        conditions={`${billId}.${replaces?.invoiceNo}.${tradeName}`}
        values={{ billId, correct: '1', ...shownName(tradeName) }}
        submitLabel="修正した適格請求書を発行する"
        back={{ href: withQuery(pages.invoices, { bill: billId }), label: '修正しないで戻る' }}
      />
    </>
  )
}

/** The invoices this one has taken the place of: marked, and readable as they were. */
export function Former({ former }: { readonly former: readonly Issued[] }) {
  if (former.length === 0) return null
  return (
    <>
      <h2>修正前の適格請求書</h2>
      <ul>
        {former.map(({ invoiceId, invoiceNo, issuedAt, pdfUrl }) => (
          <li key={invoiceId}>
            {invoiceNo}（{formatDate(issuedAt)}発行・修正済み）{' '}
            <TextLink href={pdfUrl}>{`${invoiceNo}のPDFを保存する`}</TextLink>
          </li>
        ))}
      </ul>
    </>
  )
}
