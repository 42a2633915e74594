import type { AreaWork } from '#backend/area.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { FindSubject } from '#backend/identity/public.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { successionHandlers, type ApiDeps } from './api.ts'
import { addDocument, type DocumentWho } from './commands/add-document.ts'
import { carryOutAnnounced } from './commands/carry-out.ts'
import { successionDecisionsJob } from './commands/decide-by-staff.ts'
import { decideQueued } from './commands/decide-succession.ts'
import { closeWithoutPapers, deleteOldDrafts, pauseContracts } from './commands/work-due.ts'
import { findSubject } from './queries/known.ts'

export function createSuccessionArea(deps: ProcedureDeps & ApiDeps) {
  const work: AreaWork = {
    jobs: [runJob(successionDecisionsJob, () => decideQueued(deps, deps.clock.now()))],
    tasks: [
      { name: 'successions decided', run: (now) => decideQueued(deps, now) },
      { name: 'successions that pause a contract', run: (now) => pauseContracts(deps, now) },
      { name: 'successions carried out', run: (now) => carryOutAnnounced(deps, now) },
      { name: 'successions without papers', run: (now) => closeWithoutPapers(deps, now) },
      { name: 'drafts of successions', run: (now) => deleteOldDrafts(deps, now) },
    ],
  }
  const subject: FindSubject = (db, accountId, orderNo) =>
    findSubject(db, deps, { accountId, orderNo })
  return {
    handlers: successionHandlers(deps),
    work,
    findSubject: subject,
    addDocument: (who: DocumentWho, file: Uint8Array) => addDocument(deps, who, file),
  }
}
