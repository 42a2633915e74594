import { createHash } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import { getRow, rowsOf } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { documentContent, type DocumentContent } from '#backend/pdf/content.ts'
import { notFound } from '#backend/refusal.ts'
import { formatRfc3339, type Instant, type TokyoMonth } from '#domain/tokyo.ts'
import { invoice, returnInvoice } from '#protocol/invoice.ts'
import { invoiceDataFile, invoiceFile } from '#vocabulary/pages.ts'

export type InvoiceData = z.input<typeof invoice>
export type ReturnData = z.input<typeof returnInvoice>

/** What is sealed of an issued invoice: its data, and the words every print of it has. */
const invoiceContent = z.object({ data: invoice, sheet: documentContent })
const returnContent = z.object({ data: returnInvoice, sheet: documentContent })

export type InvoiceKind = 'invoice' | 'return'

export const contentAad = (invoiceId: string) => `invoice.content:${invoiceId}`

type Sealed = Pick<InvoiceRow, 'invoice_id' | 'content_sealed'>

function open(sealing: Sealing, { invoice_id: id, content_sealed: sealed }: Sealed): unknown {
  return JSON.parse(sealing.open(contentAad(id), sealed))
}

export const openInvoice = (sealing: Sealing, row: Sealed) =>
  invoiceContent.parse(open(sealing, row))

export const openReturn = (sealing: Sealing, row: Sealed) => returnContent.parse(open(sealing, row))

export const openContent = (sealing: Sealing, row: Sealed & Pick<InvoiceRow, 'kind'>) =>
  row.kind === 'invoice' ? openInvoice(sealing, row) : openReturn(sealing, row)

const prefixes = { invoice: 'I', return: 'R' } as const

/** 「I-00000001」 */
export const invoiceNoOf = (kind: InvoiceKind, number: number) =>
  `${prefixes[kind]}-${String(number).padStart(8, '0')}`

export const pdfAad = (invoiceId: string, copyNumber: number) =>
  `invoice_print.pdf:${invoiceId}:${copyNumber}`

export type InvoiceRow = Selectable<Database['invoice']>
export type PrintRow = Selectable<Database['invoice_print']>
type LastPrint = Pick<PrintRow, 'copy_number' | 'asked_at' | 'sha256'>
type Printed = InvoiceRow & { readonly print: LastPrint }
/** The one that counts, and those it has replaced, the newest first. */
export type IssuedInvoice = Printed & { readonly former: readonly Printed[] }

/** What was issued to a contract, each with its last print, by month. */
export async function findIssued(
  db: Db,
  contractId: string,
  kind: InvoiceKind,
): Promise<ReadonlyMap<TokyoMonth, IssuedInvoice>> {
  const [invoices, prints] = await Promise.all([
    rowsOf(db, 'invoice', { contract_id: contractId, kind }, 'invoice_number desc'),
    db
      .selectFrom('invoice_print')
      .distinctOn('invoice_id')
      .select(['invoice_id', 'copy_number', 'asked_at', 'sha256'])
      .where('contract_id', '=', contractId)
      .orderBy('invoice_id')
      .orderBy('copy_number', 'desc')
      .execute(),
  ])
  const lastOf = new Map(prints.map((print) => [print.invoice_id, print]))
  const printed = invoices.flatMap((row): Printed[] => {
    const print = lastOf.get(row.invoice_id)
    return print === undefined ? [] : [{ ...row, print }]
  })
  const byMonth = Map.groupBy(printed, ({ month }) => month)
  return new Map(
    [...byMonth].flatMap(([month, [newest, ...former]]) =>
      newest === undefined ? [] : [[month, { ...newest, former }]],
    ),
  )
}

/** Bills with a rate whose total is above zero, or below it, the newest first. */
export async function findBills(db: Db, contractId: string, side: 'above' | 'below') {
  const total = sql<number>`sum(r.total_yen)::bigint`
  return db
    .selectFrom('bill as b')
    .innerJoin('bill_rate as r', (join) =>
      join.onRef('r.contract_id', '=', 'b.contract_id').onRef('r.month', '=', 'b.month'),
    )
    .select(['b.bill_id', 'b.month', 'b.total_yen', total.as('rated_yen')])
    .where('b.contract_id', '=', contractId)
    .where('r.total_yen', side === 'above' ? '>' : '<', 0)
    .groupBy(['b.contract_id', 'b.month'])
    .orderBy('b.month', 'desc')
    .execute()
}

/** @throws RefusalError NOT_FOUND also for another member's. */
export async function monthOfBill(db: Db, contractId: string, billId: string): Promise<TokyoMonth> {
  const row = await db
    .selectFrom('bill')
    .select('month')
    .where('contract_id', '=', contractId)
    .where('bill_id', '=', billId)
    .executeTakeFirstOrThrow(notFound)
  return row.month
}

/**
 * The next number of a series. Others wait for this transaction: the next one gets the number behind,
 * and none is lost if it is rolled back.
 */
export async function takeNumber(tx: Db, kind: InvoiceKind): Promise<number> {
  const { last_number: number } = await tx
    .updateTable('invoice_series')
    .set(({ eb }) => ({ last_number: eb('last_number', '+', 1) }))
    .where('kind', '=', kind)
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return number
}

export function toWireIssued({ print, ...row }: Printed) {
  const { invoice_id: invoiceId, kind } = row
  return {
    invoiceId,
    invoiceNo: invoiceNoOf(kind, row.invoice_number),
    issuedAt: formatRfc3339(row.issued_at),
    printed: print.copy_number + 1,
    printedAt: formatRfc3339(print.asked_at),
    sha256: print.sha256 ?? undefined,
    pdfUrl: invoiceFile(invoiceId, print.copy_number),
    jsonUrl: invoiceDataFile(invoiceId),
  }
}

export async function insertInvoice(
  tx: Db,
  sealing: Sealing,
  row: Omit<InvoiceRow, 'content_sealed'>,
  content: { readonly data: InvoiceData | ReturnData; readonly sheet: DocumentContent },
): Promise<InvoiceRow> {
  const content_sealed = sealing.seal(contentAad(row.invoice_id), JSON.stringify(content))
  return tx
    .insertInto('invoice')
    .values({ ...row, content_sealed })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @throws RefusalError NOT_FOUND, also for another member's. */
export const findInvoice = (db: Db, contractId: string, invoiceId: string): Promise<InvoiceRow> =>
  getRow(db, 'invoice', { contract_id: contractId, invoice_id: invoiceId }, notFound)

/** Which print of an invoice; the first has the number 0. */
export type PrintKey = {
  readonly contractId: string
  readonly invoiceId: string
  readonly copyNumber: number
}

const columnsOf = ({ contractId, invoiceId, copyNumber }: PrintKey) => ({
  contract_id: contractId,
  invoice_id: invoiceId,
  copy_number: copyNumber,
})

/** A print that is asked for; its PDF is made later. */
export const insertPrint = (tx: Db, key: PrintKey, now: Instant): Promise<LastPrint> =>
  tx
    .insertInto('invoice_print')
    .values({ ...columnsOf(key), asked_at: now, pdf_sealed: null, sha256: null, size_bytes: null })
    .returning(['copy_number', 'asked_at', 'sha256'])
    .executeTakeFirstOrThrow()

/** @throws RefusalError NOT_FOUND, also for another member's. */
export const findPrint = (db: Db, key: PrintKey): Promise<PrintRow> =>
  db
    .selectFrom('invoice_print')
    .selectAll()
    .where((eb) => eb.and(columnsOf(key)))
    .executeTakeFirstOrThrow(notFound)

/** Stores the PDF, unless another run has stored it. */
export async function writePdf(db: Db, sealing: Sealing, key: PrintKey, pdf: Buffer) {
  await db
    .updateTable('invoice_print')
    .set({
      pdf_sealed: sealing.seal(pdfAad(key.invoiceId, key.copyNumber), pdf.toString('base64')),
      sha256: createHash('sha256').update(pdf).digest('hex'),
      size_bytes: pdf.length,
    })
    .where((eb) => eb.and(columnsOf(key)))
    .where('sha256', 'is', null)
    .execute()
}
