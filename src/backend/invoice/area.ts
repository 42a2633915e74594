import type { AreaWork } from '#backend/area.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { invoiceHandlers } from './handlers.ts'
import { createInvoiceIssue } from './issue.ts'
import { createReturnTask } from './of-itself.ts'
import { createPrints, printJob } from './prints.ts'
import { invoiceHeld } from './held.ts'

export function createInvoiceArea(deps: ProcedureDeps) {
  const issue = createInvoiceIssue(deps)
  const { make, readPdf, readJson } = createPrints(deps)
  const work: AreaWork = {
    held: invoiceHeld,
    jobs: [
      runJob(printJob, async (print) => {
        await make(print)
      }),
    ],
    tasks: [{ name: 'return invoices', run: createReturnTask(deps, issue) }],
  }
  return { handlers: invoiceHandlers(deps, issue), work, files: { readPdf, readJson } }
}
