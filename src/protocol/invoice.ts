import { invoiceStateWords } from '#vocabulary/states/invoice.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { billId, instant, opaqueId, ownPath, tokyoDate, tokyoMonth, yen } from './primitives.ts'
import { charge, rateTotal } from './procedure.ts'

/** Numbered without gaps; the number of a corrected invoice is new. */
const invoiceNo = z.string().max(40).meta({ id: 'InvoiceNo' })

const issued = z
  .object({
    invoiceNo,
    issuedAt: instant,
    /** Every print after the first is marked 再発行. */
    printed: z.int().min(0),
    sha256: z.string().regex(/^[0-9a-f]{64}$/u),
    pdfUrl: ownPath,
    jsonUrl: ownPath,
    correctedBy: invoiceNo.optional(),
  })
  .meta({ id: 'IssuedInvoice' })

/** What the law wants on a qualified invoice (適格請求書). */
const invoice = z
  .object({
    billId,
    month: tokyoMonth,
    issuer: z.object({ name: z.string(), registrationNumber: z.string() }),
    recipientName: z.string(),
    periodFrom: tokyoDate,
    periodTo: tokyoDate,
    charges: z.array(charge),
    rates: z.array(rateTotal),
    outOfScopeYen: yen,
    totalYen: yen,
  })
  .meta({ id: 'Invoice' })

/** What it wants on a qualified return invoice (適格返還請求書). */
const returnInvoice = z
  .object({
    returnId: opaqueId,
    billId,
    issuer: z.object({ name: z.string(), registrationNumber: z.string() }),
    recipientName: z.string(),
    returnedOn: tokyoDate,
    suppliedMonth: tokyoMonth,
    content: z.string(),
    rates: z.array(rateTotal),
    outOfScopeYen: yen,
    totalYen: yen,
    originalInvoiceNo: invoiceNo.optional(),
  })
  .meta({ id: 'ReturnInvoice' })

const reviewState = z.enum(namesOf(invoiceStateWords)).exclude(['none'])

export const invoiceApi = {
  invoiceReviewGet: endpoint({
    spec: '7.2 Billing',
    method: 'GET',
    path: '/api/invoice/review',
    access: 'member',
    summary: '適格請求書の一覧と内容の確認',
    query: z.object({ billId: billId.optional() }),
    result: z.object({
      list: z.array(
        z.object({
          billId,
          month: tokyoMonth,
          totalYen: yen,
          state: reviewState,
          issued: issued.optional(),
        }),
      ),
      /** Of the bill that was asked for. */
      preview: invoice.optional(),
    }),
    errors: ['INVOICE_NOT_ISSUABLE', 'CHARACTER_NOT_PRINTABLE'],
  }),

  invoiceIssuePost: endpoint({
    spec: '7.2 Billing',
    method: 'POST',
    path: '/api/invoice/issue',
    access: 'member',
    summary: '適格請求書を発行する（2回目からは再発行）',
    body: z.object({ billId }),
    result: z.object({ invoice, issued, reissued: z.boolean() }),
    errors: ['INVOICE_NOT_ISSUABLE', 'CHARACTER_NOT_PRINTABLE', 'DOCUMENT_NOT_READY'],
  }),

  invoiceReturnReviewGet: endpoint({
    spec: '7.2 Billing',
    method: 'GET',
    path: '/api/invoice_return/review',
    access: 'member',
    summary: '適格返還請求書の一覧と内容の確認',
    query: z.object({ returnId: opaqueId.optional() }),
    result: z.object({
      list: z.array(
        z.object({
          returnId: opaqueId,
          returnedOn: tokyoDate,
          totalYen: yen,
          content: z.string(),
          state: reviewState,
          issued: issued.optional(),
        }),
      ),
      preview: returnInvoice.optional(),
    }),
    errors: ['RETURN_INVOICE_NOT_ISSUABLE', 'CHARACTER_NOT_PRINTABLE'],
  }),

  invoiceReturnIssuePost: endpoint({
    spec: '7.2 Billing',
    method: 'POST',
    path: '/api/invoice_return/issue',
    access: 'member',
    summary: '適格返還請求書を発行する（2回目からは再発行）',
    body: z.object({ returnId: opaqueId }),
    result: z.object({ invoice: returnInvoice, issued, reissued: z.boolean() }),
    errors: ['RETURN_INVOICE_NOT_ISSUABLE', 'CHARACTER_NOT_PRINTABLE', 'DOCUMENT_NOT_READY'],
  }),
}
