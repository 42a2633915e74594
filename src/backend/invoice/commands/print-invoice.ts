import { z } from 'zod'
import { defineJob } from '#backend/jobs/queue.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { reissueMark } from '../queries/sheet.ts'
import {
  findInvoice,
  findPrint,
  invoiceNoOf,
  openContent,
  pdfAad,
  writePdf,
  type PrintKey,
  type PrintRow,
} from '../rows.ts'

type Deps = Pick<ProcedureDeps, 'database' | 'sealing'>

/** Makes the PDF of a print; it is made once, by the job or at its first use. */
export async function makePrint(deps: Deps, key: PrintKey): Promise<PrintRow> {
  const { database, sealing } = deps
  const { db } = database
  const print = await findPrint(db, key)
  if (print.sha256 !== null) return print
  const { sheet } = openContent(sealing, await findInvoice(db, key.contractId, key.invoiceId))
  // The printer brings its fonts, 11 MB: loaded with the first document.
  const { printDocument } = await import('#backend/pdf/print.ts')
  const mark = print.copy_number === 0 ? undefined : reissueMark(print.copy_number, print.asked_at)
  await writePdf(db, sealing, key, await printDocument({ ...sheet, mark }, print.asked_at))
  return findPrint(db, key)
}

/** The PDF of a print for its holder. @throws RefusalError NOT_FOUND, also for another member's. */
export async function openPdf(
  deps: Deps,
  key: PrintKey,
): Promise<{ file: Buffer; fileName: string }> {
  const { database, sealing } = deps
  const row = await findInvoice(database.db, key.contractId, key.invoiceId)
  const { copy_number: copyNumber, pdf_sealed: sealed } = await makePrint(deps, key)
  const file = Buffer.from(sealing.open(pdfAad(row.invoice_id, copyNumber), sealed ?? ''), 'base64')
  const copy = copyNumber === 0 ? '' : `-reissue-${copyNumber}`
  return { file, fileName: `${invoiceNoOf(row.kind, row.invoice_number)}${copy}.pdf` }
}

/** The invoice as data, the same whenever it is read. @throws RefusalError NOT_FOUND, also for another member's. */
export async function openJson(
  deps: Deps,
  { contractId, invoiceId }: Omit<PrintKey, 'copyNumber'>,
): Promise<{ file: Buffer; fileName: string }> {
  const row = await findInvoice(deps.database.db, contractId, invoiceId)
  const invoiceNo = invoiceNoOf(row.kind, row.invoice_number)
  const { data } = openContent(deps.sealing, row)
  const issuedAt = formatRfc3339(row.issued_at)
  const json = JSON.stringify({ kind: row.kind, invoiceNo, issuedAt, ...data }, undefined, 2)
  return { file: Buffer.from(json), fileName: `${invoiceNo}.json` }
}

export const printJob = defineJob({
  name: 'invoice-print',
  payload: z.object({ contractId: z.string(), invoiceId: z.string(), copyNumber: z.int() }),
  retryLimit: 5,
  retryDelaySeconds: 20,
})
