import { pages } from '#vocabulary/pages.ts'
import { formatYen } from '#vocabulary/yen.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'

/** A return invoice that nobody asked for. */
export const returnIssuedMessage = (issued: {
  accountId: string
  invoiceId: string
  totalYen: number
}): MemberMessage => ({
  accountId: issued.accountId,
  sourceRef: `return-invoice-issued:${issued.invoiceId}`,
  kind: 'billing',
  subject: '適格返還請求書を発行しました',
  paragraphs: [
    '料金をお返ししたため、適格返還請求書を発行しました。マイページからPDFをダウンロードできます。',
    '事業の経費として処理している方は、もとの適格請求書と一緒に保管してください。',
  ],
  facts: [{ label: '返還する金額（税込）', value: formatYen(-issued.totalYen) }],
  link: { label: '適格返還請求書を開く', path: pages.returnInvoices },
})
