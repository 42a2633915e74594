import { invoiceStateWords } from '#vocabulary/states/invoice.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'
import {
  billId,
  instant,
  opaqueId,
  optionalText,
  ownPath,
  queryFlag,
  tokyoDate,
  tokyoMonth,
  yen,
} from './primitives.ts'
import { charge, rateTotal } from './procedure.ts'

/** Numbered without gaps, each kind in a series of its own: 「I-00000001」, 「R-00000001」. */
const invoiceNo = z.string().max(40).meta({ id: 'InvoiceNo' })

const issued = z
  .object({
    invoiceId: opaqueId,
    invoiceNo,
    issuedAt: instant,
    /** 1 after the issue; every print after the first is marked 再発行. */
    printed: z.int().min(1),
    printedAt: instant,
    /** Of the last print; its PDF is made within seconds, or when it is first opened. */
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/u)
      .optional(),
    pdfUrl: ownPath,
    jsonUrl: ownPath,
  })
  .meta({ id: 'IssuedInvoice' })

const issuer = z.object({
  name: z.string(),
  registrationNumber: z.string(),
  address: z.string(),
  telephone: z.string(),
})

/** A line with the tax rate it counts to; none outside the tax. A late one has a transaction date of its own. */
const invoiceCharge = charge.extend({
  taxPercent: z.number().optional(),
  suppliedOn: tokyoDate.optional(),
})

/** What the law wants on a qualified invoice (適格請求書). */
export const invoice = z
  .object({
    billId,
    month: tokyoMonth,
    issuer,
    recipientName: z.string(),
    /** Of a corrected one: the invoice it replaces. */
    replaces: z.object({ invoiceNo, issuedOn: tokyoDate }).optional(),
    /** The transaction dates: the month's days of service. */
    periodFrom: tokyoDate,
    periodTo: tokyoDate,
    charges: z.array(invoiceCharge),
    rates: z.array(rateTotal),
    outOfScopeYen: yen,
    totalYen: yen,
    /** Credit, points and payments: below the total, they leave the tax alone. */
    settled: z.array(z.object({ by: z.enum(['credit', 'points', 'card']), yen, on: tokyoDate })),
    leftYen: yen,
  })
  .meta({ id: 'Invoice' })

/** What it wants on a qualified return invoice (適格返還請求書). */
export const returnInvoice = z
  .object({
    returnId: opaqueId,
    issuer,
    recipientName: z.string(),
    returnedOn: tokyoDate,
    /** When what is given back was supplied, with the number of its invoice where one was issued. */
    supplied: z.array(z.object({ month: tokyoMonth, invoiceNo: invoiceNo.optional() })),
    content: z.string(),
    charges: z.array(invoiceCharge),
    rates: z.array(rateTotal),
    totalYen: yen,
  })
  .meta({ id: 'ReturnInvoice' })

const reviewState = z.enum(namesOf(invoiceStateWords)).exclude(['none'])

/** 屋号, printed before the holder's name if chosen. */
const tradeName = optionalText(60).default('')

export const invoiceApi = {
  invoiceReviewGet: memberEndpoint('GET', '/api/invoice/review', {
    spec: '7.2 Billing',
    summary: '適格請求書の一覧と内容の確認',
    query: z.object({
      billId: billId.optional(),
      tradeName,
      /** The preview of a correction of what was issued. */
      correct: queryFlag.optional(),
    }),
    result: z.object({
      /** Of every bill an invoice can be issued for, the newest first. */
      list: z.array(
        z.object({
          billId,
          month: tokyoMonth,
          totalYen: yen,
          state: reviewState,
          issued: issued.optional(),
          /** The invoices it replaced, the newest first. */
          former: z.array(issued).optional(),
        }),
      ),
      /** Of the bill that was asked for: as it was issued, or as it would be. */
      preview: invoice.optional(),
    }),
    errors: ['INVOICE_NOT_ISSUABLE', 'CHARACTER_NOT_PRINTABLE'],
  }),

  invoiceIssuePost: memberEndpoint('POST', '/api/invoice/issue', {
    spec: '7.2 Billing',
    limit: 'purchases',
    summary: '適格請求書を発行する（2回目からは再発行）',
    body: z.object({ billId, tradeName }),
    result: z.object({ invoice, issued, reissued: z.boolean() }),
    errors: ['INVOICE_NOT_ISSUABLE', 'INVOICE_NAME_DIFFERS', 'CHARACTER_NOT_PRINTABLE'],
  }),

  invoiceCorrectPost: memberEndpoint('POST', '/api/invoice/correct', {
    summary: '発行した適格請求書を修正し、新しい番号で発行する',
    body: z.object({ billId, tradeName }),
    result: z.object({ invoice, issued }),
    errors: ['INVOICE_NOT_ISSUABLE', 'INVOICE_NOTHING_TO_CORRECT', 'CHARACTER_NOT_PRINTABLE'],
  }),

  invoiceReturnReviewGet: memberEndpoint('GET', '/api/invoice_return/review', {
    spec: '7.2 Billing',
    summary: '適格返還請求書の一覧と内容の確認',
    query: z.object({ returnId: opaqueId.optional() }),
    result: z.object({
      list: z.array(
        z.object({
          returnId: opaqueId,
          month: tokyoMonth,
          totalYen: yen,
          state: reviewState,
          issued: issued.optional(),
        }),
      ),
      preview: returnInvoice.optional(),
    }),
    errors: ['RETURN_INVOICE_NOT_ISSUABLE', 'CHARACTER_NOT_PRINTABLE'],
  }),

  invoiceReturnIssuePost: memberEndpoint('POST', '/api/invoice_return/issue', {
    spec: '7.2 Billing',
    limit: 'purchases',
    summary: '適格返還請求書を発行する（2回目からは再発行）',
    body: z.object({ returnId: opaqueId }),
    result: z.object({ invoice: returnInvoice, issued, reissued: z.boolean() }),
    errors: ['RETURN_INVOICE_NOT_ISSUABLE', 'CHARACTER_NOT_PRINTABLE'],
  }),
}
