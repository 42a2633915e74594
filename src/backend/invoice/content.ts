import { z } from 'zod'
import type { Sealing } from '#backend/db/sealing.ts'
import type { InvoiceKind } from '#backend/db/tables/invoice.ts'
import { documentContent } from '#backend/pdf/content.ts'
import { invoice, returnInvoice } from '#protocol/invoice.ts'

export type InvoiceData = z.input<typeof invoice>
export type ReturnData = z.input<typeof returnInvoice>

/** What is sealed of an issued invoice: its data, and the words every print of it has. */
const invoiceContent = z.object({ data: invoice, sheet: documentContent })
const returnContent = z.object({ data: returnInvoice, sheet: documentContent })

export const contentAad = (invoiceId: string) => `invoice.content:${invoiceId}`

type Sealed = { invoice_id: string; content_sealed: string }

function open(sealing: Sealing, { invoice_id: id, content_sealed: sealed }: Sealed): unknown {
  return JSON.parse(sealing.open(contentAad(id), sealed))
}

export const openInvoice = (sealing: Sealing, row: Sealed) =>
  invoiceContent.parse(open(sealing, row))

export const openReturn = (sealing: Sealing, row: Sealed) => returnContent.parse(open(sealing, row))

/** Whichever of the two it is. */
export const openContent = (sealing: Sealing, row: Sealed & { kind: InvoiceKind }) =>
  row.kind === 'invoice' ? openInvoice(sealing, row) : openReturn(sealing, row)

const prefixes = { invoice: 'I', return: 'R' } as const

/** 「I-00000001」 */
export const invoiceNoOf = (kind: InvoiceKind, number: number) =>
  `${prefixes[kind]}-${String(number).padStart(8, '0')}`
