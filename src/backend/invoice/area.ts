import type { AreaHandlers, AreaWork } from '#backend/area.ts'
import { memberOf } from '#backend/caller.ts'
import { whoOf } from '#backend/contract/who.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { correctInvoice, issueInvoice, issueReturn } from './commands/issue-invoice.ts'
import { issueReturns } from './commands/issue-returns.ts'
import { makePrint, openJson, openPdf, printJob } from './commands/print-invoice.ts'
import { previewInvoice, previewReturn } from './queries/invoice-data.ts'
import {
  findBills,
  findIssued,
  monthOfBill,
  openInvoice,
  openReturn,
  toWireIssued,
  type IssuedInvoice,
  type PrintKey,
} from './rows.ts'

export function createInvoiceArea(deps: ProcedureDeps) {
  const work: AreaWork = {
    jobs: [
      runJob(printJob, async (print) => {
        await makePrint(deps, print)
      }),
    ],
    tasks: [{ name: 'return invoices', run: (now) => issueReturns(deps, now) }],
  }
  const files = {
    readPdf: (print: PrintKey) => openPdf(deps, print),
    readJson: (invoice: Omit<PrintKey, 'copyNumber'>) => openJson(deps, invoice),
  }
  return { handlers: invoiceHandlers(deps), work, files }
}

function invoiceHandlers(deps: Pick<ProcedureDeps, 'sealing' | 'book' | 'queue' | 'outbox'>) {
  const { sealing } = deps
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
            : await previewInvoice(db, deps, { contractId, now, issued }, query.billId, query),
      }
    },

    async invoiceIssuePost({ body }, caller) {
      const { contractId } = memberOf(caller)
      const month = await monthOfBill(caller.db, contractId, body.billId)
      const { tradeName } = body
      const made = await issueInvoice(caller.db, deps, whoOf(caller), { month, tradeName })
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
      const issued = await correctInvoice(caller.db, deps, whoOf(caller), { month, tradeName })
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
            : await previewReturn(db, deps, { contractId, now, issued }, query.returnId),
      }
    },

    async invoiceReturnIssuePost({ body }, caller) {
      const { contractId } = memberOf(caller)
      const month = await monthOfBill(caller.db, contractId, body.returnId)
      const made = await issueReturn(caller.db, deps, whoOf(caller), month)
      return {
        invoice: openReturn(sealing, made.issued).data,
        issued: toWireIssued(made.issued),
        reissued: made.reissued,
      }
    },
  } satisfies AreaHandlers
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
