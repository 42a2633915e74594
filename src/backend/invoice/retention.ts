import { fromJson, held, left, said } from '#backend/held.ts'
import { contentAad, invoiceNoOf, pdfAad } from './rows.ts'

export const invoiceHeld = [
  held({
    table: 'invoice',
    by: 'contract_id',
    title: '適格請求書',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      invoice_id: '請求書の識別子',
      kind: said('種類', 'kind', { invoice: '適格請求書', return: '適格返還請求書' }),
      invoice_number: {
        title: '番号',
        show: ({ kind, invoice_number: number }) => invoiceNoOf(kind, number),
      },
      month: 'ご利用月',
      total_yen: '金額（円）',
      content_sealed: {
        title: '内容',
        show: (row, sealing) =>
          fromJson(sealing.open(contentAad(row.invoice_id), row.content_sealed)),
      },
      issued_at: '発行日時',
      issued_by: said('発行した人', 'issued_by', {
        member: 'ご本人',
        staff: '当社の担当者',
        system: '当社のシステム',
      }),
      replaces: '訂正前の請求書の識別子',
    },
  }),
  held({
    table: 'invoice_print',
    by: 'contract_id',
    title: '適格請求書のPDF',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      invoice_id: '請求書の識別子',
      copy_number: '再発行の回数',
      asked_at: '作成日時',
      pdf_sealed: left.internal,
      sha256: 'SHA-256',
      size_bytes: '大きさ（バイト）',
    },
    file: ({ invoice_id: id, copy_number: copy, pdf_sealed: sealed }, sealing) =>
      sealed === null
        ? undefined
        : {
            name: `${id}-${copy}.pdf`,
            bytes: Buffer.from(sealing.open(pdfAad(id, copy), sealed), 'base64'),
          },
  }),
]
