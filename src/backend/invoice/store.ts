import { sql, type Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { InvoiceKind, InvoiceTables } from '#backend/db/tables/invoice.ts'
import { notFound } from '#backend/refusal.ts'
import { formatRfc3339, type TokyoMonth } from '#domain/tokyo.ts'
import { invoiceDataFile, invoiceFile } from '#vocabulary/pages.ts'
import { invoiceNoOf } from './content.ts'

export type InvoiceRow = Selectable<InvoiceTables['invoice']>
export type PrintRow = Selectable<InvoiceTables['invoice_print']>
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
    db
      .selectFrom('invoice')
      .selectAll()
      .where('contract_id', '=', contractId)
      .where('kind', '=', kind)
      .orderBy('invoice_number', 'desc')
      .execute(),
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
