import type { AreaHandlers } from '#backend/area.ts'
import { memberOf, type Member } from '#backend/caller.ts'
import { whoOf } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import { openInvoice, openReturn } from './content.ts'
import { readCorrection } from './correction.ts'
import { requirePrintable, type InvoiceIssue } from './issue.ts'
import { invoiceSheet, returnSheet } from './sheet.ts'
import { readInvoice, readReturn, type InvoiceSources } from './sources.ts'
import { findBills, findIssued, monthOfBill, toWireIssued, type IssuedInvoice } from './store.ts'

export function invoiceHandlers(sources: InvoiceSources, issue: InvoiceIssue) {
  const { sealing } = sources
  return {
    async invoiceReviewGet({ query }, caller) {
      const { contractId } = memberOf(caller)
      const { db, now } = caller
      const issued = await findIssued(db, contractId, 'invoice')
      const bills = await findBills(db, contractId, 'above')
      return {
        list: bills.map((bill) => ({
          billId: bill.bill_id,
          month: bill.month,
          totalYen: bill.total_yen,
          ...stateOf(issued.get(bill.month)),
        })),
        preview:
          query.billId === undefined
            ? undefined
            : await previewInvoice(db, { contractId, now, issued }, query.billId, query),
      }
    },

    async invoiceIssuePost({ body }, caller) {
      const { contractId } = memberOf(caller)
      const month = await monthOfBill(caller.db, contractId, body.billId)
      const { tradeName } = body
      const made = await issue.issueInvoice(caller.db, whoOf(caller), { month, tradeName })
      return {
        invoice: openInvoice(sealing, made.issued).data,
        issued: toWireIssued(made.issued),
        reissued: made.reissued,
      }
    },

    async invoiceCorrectPost({ body }, caller) {
      const { contractId } = memberOf(caller)
      const month = await monthOfBill(caller.db, contractId, body.billId)
      const { tradeName } = body
      const issued = await issue.correctInvoice(caller.db, whoOf(caller), { month, tradeName })
      return { invoice: openInvoice(sealing, issued).data, issued: toWireIssued(issued) }
    },

    async invoiceReturnReviewGet({ query }, caller) {
      const { contractId } = memberOf(caller)
      const { db, now } = caller
      const issued = await findIssued(db, contractId, 'return')
      const bills = await findBills(db, contractId, 'below')
      return {
        list: bills.map((bill) => ({
          returnId: bill.bill_id,
          month: bill.month,
          totalYen: bill.rated_yen,
          ...stateOf(issued.get(bill.month)),
        })),
        preview:
          query.returnId === undefined
            ? undefined
            : await previewReturn(db, { contractId, now, issued }, query.returnId),
      }
    },

    async invoiceReturnIssuePost({ body }, caller) {
      const { contractId } = memberOf(caller)
      const month = await monthOfBill(caller.db, contractId, body.returnId)
      const made = await issue.issueReturn(caller.db, whoOf(caller), month)
      return {
        invoice: openReturn(sealing, made.issued).data,
        issued: toWireIssued(made.issued),
        reissued: made.reissued,
      }
    },
  } satisfies AreaHandlers

  type Known = Pick<Member, 'contractId'> & {
    now: Instant
    issued: ReadonlyMap<string, IssuedInvoice>
  }

  /** As it was issued, else as it would be now. */
  async function previewInvoice(
    db: Db,
    known: Known,
    billId: string,
    { tradeName, correct = false }: { tradeName: string; correct?: boolean | undefined },
  ) {
    const { contractId, now, issued } = known
    const month = await monthOfBill(db, contractId, billId)
    const row = issued.get(month)
    if (row !== undefined && !correct) return openInvoice(sealing, row).data
    const data =
      row === undefined
        ? await readInvoice(db, sources, { contractId, month }, tradeName)
        : await readCorrection(db, sources, { contractId, month, known: row }, tradeName)
    await requirePrintable(invoiceSheet(data, { invoiceNo: '', at: now }))
    return data
  }

  async function previewReturn(db: Db, known: Known, returnId: string) {
    const { contractId, now, issued } = known
    const month = await monthOfBill(db, contractId, returnId)
    const row = issued.get(month)
    if (row !== undefined) return openReturn(sealing, row).data
    const data = await readReturn(db, sources, { contractId, month })
    await requirePrintable(returnSheet(data, { invoiceNo: '', at: now }))
    return data
  }
}

function stateOf(issued: IssuedInvoice | undefined) {
  return issued === undefined
    ? { state: 'reviewable' as const }
    : {
        state: 'issued' as const,
        issued: toWireIssued(issued),
        former: issued.former.map(toWireIssued),
      }
}
