import {
  column,
  fromJson,
  internal,
  ofContract,
  said,
  sealed,
  stays,
  table,
} from '#backend/table.ts'
import type { TokyoMonth } from '#domain/tokyo.ts'
import { contentAad, invoiceNoOf, pdfAad, type InvoiceKind } from './rows.ts'

export const invoiceTables = [
  table('invoice', ofContract('適格請求書', 'trade'), {
    invoice_id: column<string>('請求書の識別子'),
    kind: column<InvoiceKind>(said('種類', { invoice: '適格請求書', return: '適格返還請求書' })),
    invoice_number: column<number, { kind: InvoiceKind }>({
      title: '番号',
      show: (number, row) => invoiceNoOf(row.kind, number),
    }),
    month: column<TokyoMonth>('ご利用月'),
    total_yen: column<number>('金額（円）'),
    /** The invoice as data, as it is printed. */
    content_sealed: sealed<string, { invoice_id: string }>({
      aad: (row) => contentAad(row.invoice_id),
      title: '内容',
      show: fromJson,
    }),
    issued_at: column<Temporal.Instant>('発行日時'),
    issued_by: column<'member' | 'staff' | 'system'>(
      said('発行した人', {
        member: 'ご本人',
        staff: '当社の担当者',
        system: '当社のシステム',
      }),
    ),
    /** The invoice that this one corrects. */
    replaces: column<string | null>('訂正前の請求書の識別子'),
  }),
  /** The first print (0) and every 再発行 after it. */
  table(
    'invoice_print',
    ofContract('適格請求書のPDF', 'trade'),
    {
      invoice_id: column<string>('請求書の識別子'),
      /** 0 is the first print; every later one is a 再発行. */
      copy_number: column<number>('再発行の回数'),
      asked_at: column<Temporal.Instant>('作成日時'),
      pdf_sealed: sealed<string | null, { invoice_id: string; copy_number: number }>({
        aad: (row) => pdfAad(row.invoice_id, row.copy_number),
        omit: 'internal',
      }),
      sha256: column<string | null>('SHA-256'),
      size_bytes: column<number | null>('大きさ（バイト）'),
    },
    ({ invoice_id: id, copy_number: copy, pdf_sealed: sealed }, sealing) =>
      sealed === null
        ? undefined
        : {
            name: `${id}-${copy}.pdf`,
            bytes: Buffer.from(sealing.open(pdfAad(id, copy), sealed), 'base64'),
          },
  ),
  /**
   * Numbers run without gaps: the next one is taken under a lock by the transaction that writes the invoice, so that
   * a rolled-back issue gives it back.
   */
  table('invoice_series', stays('one row a kind of invoice'), {
    kind: internal<InvoiceKind>(),
    last_number: internal<number>(),
  }),
  /** Numbers of deleted invoices: the numbers of a kind have no gaps. */
  table('invoice_number_let_go', stays('a number alone, so that none is given twice'), {
    kind: internal<InvoiceKind>(),
    invoice_number: internal<number>(),
  }),
]
