import type { AreaWork } from '#backend/area.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { documentHandlers } from './api.ts'
import { issueForChanges, issueMissing, movePapers } from './commands/issue-missing.ts'
import { makeDocument, openDocument } from './commands/make-document.ts'
import { documentJob } from './commands/request-document.ts'

export function createDocumentArea(deps: ProcedureDeps) {
  const { clock } = deps
  const work: AreaWork = {
    jobs: [runJob(documentJob, (document) => makeDocument(deps, document, clock.now()))],
    tasks: [
      { name: 'documents missing', run: (now) => issueMissing(deps, now) },
      { name: 'documents of changes', run: (now) => issueForChanges(deps, now) },
      { name: 'paper copies', run: (now) => movePapers(deps, now) },
    ],
  }
  const read = ({ docId, ...member }: { accountId: string; contractId: string; docId: string }) =>
    openDocument(deps, { actor: 'member', ...member, now: clock.now() }, docId)
  return { handlers: documentHandlers(deps), work, read }
}
