import type { AreaWork } from '#backend/area.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { invoiceHandlers } from './handlers.ts'
import { createInvoiceIssue } from './issue.ts'
import { createReturnSweep } from './of-itself.ts'
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
    sweeps: [{ name: 'return invoices', run: createReturnSweep(deps, issue) }],
  }
  return { handlers: invoiceHandlers(deps, issue), work, files: { readPdf, readJson } }
}
