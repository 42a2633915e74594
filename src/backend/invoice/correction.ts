import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { toTokyoDate, type TokyoMonth } from '#domain/tokyo.ts'
import { invoiceNoOf, openInvoice, type InvoiceData } from './content.ts'
import { readInvoice, type InvoiceSources } from './sources.ts'
import type { IssuedInvoice } from './store.ts'

type OfIssued = {
  readonly contractId: string
  readonly month: TokyoMonth
  readonly known: IssuedInvoice
}

/**
 * The invoice as it would be issued now in the place of one that was. @throws RefusalError INVOICE_NOTHING_TO_CORRECT
 * where recipient, issuer and content would be the same again; payments since then are no reason.
 */
export async function readCorrection(
  db: Db,
  sources: InvoiceSources,
  { contractId, month, known }: OfIssued,
  tradeName: string,
): Promise<InvoiceData> {
  const data = await readInvoice(db, sources, { contractId, month }, tradeName)
  const before = openInvoice(sources.sealing, known).data
  if (comparable(data) === comparable(before)) throw new RefusalError('INVOICE_NOTHING_TO_CORRECT')
  const { invoice_number: number, issued_at: at } = known
  return {
    ...data,
    replaces: { invoiceNo: invoiceNoOf('invoice', number), issuedOn: toTokyoDate(at) },
  }
}

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
