import { brand } from '#brand'
import { loadBills, type StoredBill } from '#backend/billing/public.ts'
import { findContract, findLines } from '#backend/contract/contracts.ts'
import { toWireBillLine } from '#backend/contract/totals.ts'
import type { Db } from '#backend/db/connect.ts'
import type { DocumentContent } from '#backend/pdf/content.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { readContractHolderName } from '#backend/verified-identity.ts'
import type { BillLine } from '#domain/billing/bill-line.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { invoiceOf, recipientName, serviceDays, type Settling } from '#domain/invoice/invoice.ts'
import { returnInvoiceOf } from '#domain/invoice/return-invoice.ts'
import { yen } from '#domain/money.ts'
import { toTokyoDate, type Instant, type TokyoDate, type TokyoMonth } from '#domain/tokyo.ts'
import {
  findIssued,
  invoiceNoOf,
  monthOfBill,
  openInvoice,
  openReturn,
  type InvoiceData,
  type IssuedInvoice,
  type ReturnData,
} from '../rows.ts'
import { invoiceSheet, returnSheet } from './sheet.ts'

/** The contract and the month of the bill. */
type Of = { readonly contractId: string; readonly month: TokyoMonth }

export type InvoiceSources = Pick<ProcedureDeps, 'sealing' | 'book'>

const issuer = {
  name: brand.company,
  registrationNumber: brand.registrationNumber,
  address: brand.address,
  telephone: brand.telephone,
}

/** The invoice of a bill as it would be issued now. @throws RefusalError INVOICE_NOT_ISSUABLE */
export async function readInvoice(
  db: Db,
  { sealing, book }: InvoiceSources,
  of: Of,
  tradeName: string,
): Promise<InvoiceData> {
  const bill = await loadBill(db, of, book)
  const { account_id: accountId } = await findContract(db, of.contractId)
  const holderName = await readContractHolderName(db, sealing, accountId)
  const lines = await findLines(db, of.contractId)
  const served = lines.flatMap(({ activated_on: firstDay, ends_on: lastDay }) =>
    firstDay === null ? [] : [{ firstDay, lastDay: lastDay ?? undefined }],
  )
  const made = requireOk(
    invoiceOf({
      bill,
      service: serviceDays(of.month, served),
      holderName,
      tradeName,
      settled: await readSettled(db, of),
    }),
  )
  return {
    billId: bill.row.bill_id,
    month: made.month,
    issuer,
    recipientName: made.recipientName,
    periodFrom: made.service.from,
    periodTo: made.service.to,
    charges: made.lines.map((line) => ({ ...toWireLine(line, book), suppliedOn: line.suppliedOn })),
    rates: [...made.rates],
    outOfScopeYen: made.outOfScopeYen,
    totalYen: made.totalYen,
    settled: [...made.settled],
    leftYen: made.leftYen,
  }
}

/** The invoice as it would be issued now to replace one that was; it may say the same until another name is typed. */
export async function readCorrection(
  db: Db,
  sources: InvoiceSources,
  { known, ...of }: Of & { readonly known: IssuedInvoice },
  tradeName: string,
): Promise<InvoiceData> {
  const data = await readInvoice(db, sources, of, tradeName)
  const { invoice_number: number, issued_at: at } = known
  return {
    ...data,
    replaces: { invoiceNo: invoiceNoOf('invoice', number), issuedOn: toTokyoDate(at) },
  }
}

/** Recipient, issuer and content would be the same again; payments since then are no reason for a correction. */
export const saysTheSame = (one: InvoiceData, other: InvoiceData) =>
  comparable(one) === comparable(other)

const comparable = ({
  recipientName,
  issuer,
  periodFrom,
  periodTo,
  charges,
  totalYen,
}: InvoiceData) =>
  JSON.stringify([
    recipientName,
    issuer.name,
    issuer.registrationNumber,
    issuer.address,
    periodFrom,
    periodTo,
    charges.map((charge) => [charge.label, charge.amountTenthsYen, charge.suppliedOn]),
    totalYen,
  ])

/** The return invoice of a bill as it would be issued now. @throws RefusalError RETURN_INVOICE_NOT_ISSUABLE */
export async function readReturn(
  db: Db,
  { sealing, book }: InvoiceSources,
  of: Of,
): Promise<ReturnData> {
  const bill = await loadBill(db, of, book)
  const made = requireOk(returnInvoiceOf(bill, book))
  const { account_id: accountId } = await findContract(db, of.contractId)
  const holderName = await readContractHolderName(db, sealing, accountId)
  const issued = await findIssued(db, of.contractId, 'invoice')
  const reductions = made.lines.filter(({ amountTenthsYen }) => amountTenthsYen < 0)
  return {
    returnId: bill.row.bill_id,
    issuer,
    recipientName: recipientName({ holderName }),
    returnedOn: (await refundedOn(db, of)) ?? toTokyoDate(bill.row.fixed_at),
    supplied: made.suppliedMonths.map((month) => {
      const of = issued.get(month)
      return { month, invoiceNo: of && invoiceNoOf('invoice', of.invoice_number) }
    }),
    content: contentOf(reductions.map((line) => toWireBillLine(line).label)),
    charges: made.lines.map((line) => toWireLine(line, book)),
    rates: [...made.rates],
    totalYen: made.totalYen,
  }
}

/** Only closed months have a bill. @throws RefusalError NOT_FOUND */
async function loadBill(db: Db, { contractId, month }: Of, book: PriceBook): Promise<StoredBill> {
  const [bill] = await loadBills(db, contractId, book, { from: month, to: month })
  if (bill === undefined) throw new RefusalError('NOT_FOUND')
  return bill
}

function toWireLine(line: BillLine, book: PriceBook) {
  return {
    ...toWireBillLine(line),
    taxPercent: line.tax === 'outOfScope' ? undefined : book.taxPercentOn(line.taxOn),
  }
}

function contentOf([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first}ほか${others.length}件`
}

/** What has settled the bill so far: credits, then payments. */
async function readSettled(db: Db, { contractId, month }: Of): Promise<Settling[]> {
  const credits = await db
    .selectFrom('credit_use')
    .select(['amount_yen', 'used_at'])
    .where('contract_id', '=', contractId)
    .where('month', '=', month)
    .orderBy('from_month')
    .execute()
  const payments = await db
    .selectFrom('payment')
    .select(['amount_yen', 'answered_at', 'sent_at', 'way'])
    .where('contract_id', '=', contractId)
    .where('month', '=', month)
    .where('state', '=', 'ok')
    .orderBy('attempt')
    .execute()
  return [
    ...credits.map(({ amount_yen: amount, used_at: at }) => ({
      by: 'credit' as const,
      yen: yen(amount),
      on: toTokyoDate(at),
    })),
    ...payments.map(({ amount_yen: amount, answered_at: at, sent_at: sentAt, way }) => ({
      by: way,
      yen: yen(amount),
      on: toTokyoDate(at ?? sentAt),
    })),
  ]
}

/** The day on which a credit was given back to the card, if it was. */
async function refundedOn(db: Db, { contractId, month }: Of): Promise<TokyoDate | undefined> {
  const row = await db
    .selectFrom('refund')
    .select('answered_at')
    .where('contract_id', '=', contractId)
    .where('month', '=', month)
    .where('state', '=', 'ok')
    .orderBy('answered_at', 'desc')
    .executeTakeFirst()
  return row?.answered_at == null ? undefined : toTokyoDate(row.answered_at)
}

type Known = {
  readonly contractId: string
  readonly now: Instant
  readonly issued: ReadonlyMap<string, IssuedInvoice>
}

/** The issued invoice, else what it would be now. */
export async function previewInvoice(
  db: Db,
  sources: InvoiceSources,
  known: Known,
  billId: string,
  { tradeName, correct = false }: { tradeName: string; correct?: boolean | undefined },
) {
  const { contractId, now, issued } = known
  const month = await monthOfBill(db, contractId, billId)
  const row = issued.get(month)
  if (row !== undefined && !correct) return openInvoice(sources.sealing, row).data
  const data =
    row === undefined
      ? await readInvoice(db, sources, { contractId, month }, tradeName)
      : await readCorrection(db, sources, { contractId, month, known: row }, tradeName)
  await requirePrintable(invoiceSheet(data, { invoiceNo: '', at: now }))
  return data
}

export async function previewReturn(
  db: Db,
  sources: InvoiceSources,
  known: Known,
  returnId: string,
): Promise<ReturnData> {
  const { contractId, now, issued } = known
  const month = await monthOfBill(db, contractId, returnId)
  const row = issued.get(month)
  if (row !== undefined) return openReturn(sources.sealing, row).data
  const data = await readReturn(db, sources, { contractId, month })
  await requirePrintable(returnSheet(data, { invoiceNo: '', at: now }))
  return data
}

/** @throws RefusalError CHARACTER_NOT_PRINTABLE: a wrong character in a name is a defect, so nothing is issued. */
export async function requirePrintable(sheet: DocumentContent) {
  const { unprintable } = await import('#backend/pdf/print.ts')
  if (unprintable(sheet).length > 0) throw new RefusalError('CHARACTER_NOT_PRINTABLE')
}
