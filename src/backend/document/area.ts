import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { AreaWork } from '#backend/area.ts'
import { runJob } from '#backend/jobs/queue.ts'
import { readDocument } from './download.ts'
import { documentHandlers } from './handlers.ts'
import { createDocumentIssue, documentJob } from './issue.ts'
import { createPaperService } from './paper.ts'
import { createDocumentTasks } from './tasks.ts'
import { documentHeld } from './held.ts'

export type DocumentArea = ReturnType<typeof createDocumentArea>

export function createDocumentArea(deps: ProcedureDeps) {
  const { database, sealing, queue, outbox, sender, clock, log, procedures, book } = deps
  const issue = createDocumentIssue({ database, sealing, queue, outbox, sender, procedures, book })
  const tasks = createDocumentTasks({ database, issue, procedures, log })
  const work: AreaWork = {
    held: documentHeld,
    jobs: [runJob(documentJob, (document) => issue.make(document, clock.now()))],
    tasks: [
      { name: 'documents missing', run: tasks.issueMissing },
      { name: 'documents of changes', run: tasks.issueForChanges },
      { name: 'paper copies', run: tasks.movePapers },
    ],
  }
  const read = (asked: Omit<Parameters<typeof readDocument>[2], 'now'>) =>
    readDocument(database, sealing, { ...asked, now: clock.now() })
  return { handlers: documentHandlers(createPaperService(deps)), work, issue, read }
}
