import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { defineJob } from '#backend/jobs/queue.ts'
import { notFound } from '#backend/refusal.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { invoiceNoOf, openContent } from './content.ts'
import { reissueMark } from './sheet.ts'
import type { InvoiceRow, PrintRow } from './store.ts'

export const printJob = defineJob({
  name: 'invoice-print',
  payload: z.object({ contractId: z.string(), invoiceId: z.string(), copyNumber: z.int() }),
  retryLimit: 5,
  retryDelaySeconds: 20,
})

type Asked = { contractId: string; invoiceId: string; copyNumber: number }

export const pdfAad = (invoiceId: string, copyNumber: number) =>
  `invoice_print.pdf:${invoiceId}:${copyNumber}`

/** Makes and reads the prints of issued invoices; each is made once, at its first use. */
export function createPrints({ database: { db }, sealing }: Pick<Deps, 'database' | 'sealing'>) {
  async function make(asked: Asked): Promise<PrintRow> {
    const print = await findPrint(db, asked)
    if (print.sha256 !== null) return print
    const row = await findInvoice(db, asked)
    const { sheet } = openContent(sealing, row)
    // The printer brings its fonts, 11 MB: loaded with the first document.
    const { printDocument } = await import('#backend/pdf/print.ts')
    const mark =
      print.copy_number === 0 ? undefined : reissueMark(print.copy_number, print.asked_at)
    const pdf = await printDocument({ ...sheet, mark }, print.asked_at)
    await db
      .updateTable('invoice_print')
      .set({
        pdf_sealed: sealing.seal(pdfAad(row.invoice_id, print.copy_number), pdf.toString('base64')),
        sha256: createHash('sha256').update(pdf).digest('hex'),
        size_bytes: pdf.length,
      })
      .where('contract_id', '=', asked.contractId)
      .where('invoice_id', '=', asked.invoiceId)
      .where('copy_number', '=', asked.copyNumber)
      .where('sha256', 'is', null)
      .execute()
    return findPrint(db, asked)
  }

  /** The PDF of a print for its holder. @throws RefusalError NOT_FOUND, also for another member's. */
  async function readPdf(asked: Asked): Promise<{ file: Buffer; fileName: string }> {
    const row = await findInvoice(db, asked)
    const { copy_number: copyNumber, pdf_sealed: sealed } = await make(asked)
    const file = Buffer.from(
      sealing.open(pdfAad(row.invoice_id, copyNumber), sealed ?? ''),
      'base64',
    )
    const copy = copyNumber === 0 ? '' : `-reissue-${copyNumber}`
    return { file, fileName: `${invoiceNoOf(row.kind, row.invoice_number)}${copy}.pdf` }
  }

  /** The invoice as data, the same whenever it is read. @throws RefusalError NOT_FOUND, also for another member's. */
  async function readJson(asked: Omit<Asked, 'copyNumber'>) {
    const row = await findInvoice(db, asked)
    const invoiceNo = invoiceNoOf(row.kind, row.invoice_number)
    const { data } = openContent(sealing, row)
    const issuedAt = formatRfc3339(row.issued_at)
    const json = JSON.stringify({ kind: row.kind, invoiceNo, issuedAt, ...data }, undefined, 2)
    return { file: Buffer.from(json), fileName: `${invoiceNo}.json` }
  }

  return { make, readPdf, readJson }
}

type Deps = { database: Pick<DatabaseHandle, 'db'>; sealing: Sealing }

async function findInvoice(
  db: Db,
  { contractId, invoiceId }: Omit<Asked, 'copyNumber'>,
): Promise<InvoiceRow> {
  return db
    .selectFrom('invoice')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow(notFound)
}

async function findPrint(db: Db, { contractId, invoiceId, copyNumber }: Asked): Promise<PrintRow> {
  return db
    .selectFrom('invoice_print')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('invoice_id', '=', invoiceId)
    .where('copy_number', '=', copyNumber)
    .executeTakeFirstOrThrow(notFound)
}
