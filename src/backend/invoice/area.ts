import type { AreaWork } from '#backend/area.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { invoiceHandlers } from './api.ts'
import { issueReturns } from './commands/issue-returns.ts'
import { makePrint, openJson, openPdf, printJob } from './commands/print-invoice.ts'
import type { PrintKey } from './rows.ts'

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
