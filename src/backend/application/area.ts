import type { AreaWork } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { MailPort } from '#backend/ports/mail.ts'
import type { PortInPort } from '#backend/ports/port-in.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { Instant } from '#domain/tokyo.ts'
import { applicationHandlers, type ApplicationDeps } from './api.ts'
import { startVisit, takeVisitReturn } from './commands/bring-number.ts'
import { bindAtLogin } from './commands/change-draft.ts'
import { concludeApplications, indexHolders } from './commands/conclude-applications.ts'
import {
  applicationDecisionsJob,
  carryOutDecisions,
  takeIdentityResult,
} from './commands/decide-application.ts'
import { deleteExpiredDrafts, deleteOldAnswers, remindApplicants } from './commands/end-drafts.ts'
import { deliverLink, linkJob } from './commands/resume-by-link.ts'
import { findSubject } from './queries/reviews.ts'
import { ordersOfApplication } from './queries/status.ts'
import type { Asker } from './rows/applications.ts'

type Deps = ProcedureDeps &
  ApplicationDeps & { readonly mail: MailPort; readonly portIn: PortInPort }

/** Applications for a contract, from the first answer to acceptance (protocol/application.ts). */
export function createApplicationArea(deps: Deps) {
  const work: AreaWork = {
    jobs: [
      runJob(linkJob, (payload) => deliverLink(deps, payload)),
      runJob(applicationDecisionsJob, () => carryOutDecisions(deps, deps.clock.now())),
    ],
    tasks: [
      { name: 'applications decided', run: (now) => carryOutDecisions(deps, now) },
      { name: 'holders of contracts', run: () => indexHolders(deps) },
      { name: 'applicants reminded', run: (now) => remindApplicants(deps, now) },
      { name: 'applications concluded', run: (now) => concludeApplications(deps, now) },
      {
        name: 'answers of applications that are over',
        run: (now) => deleteOldAnswers(deps, now),
      },
      { name: 'expired drafts of applications', run: (now) => deleteExpiredDrafts(deps, now) },
    ],
    onIdentity: [(tx, concluded, now) => takeIdentityResult(tx, deps, concluded, now)],
  }
  const visits = {
    start: (asker: Asker, state: string, now: Instant) => startVisit(deps, asker, state, now),
    takeReturn: (asker: Asker, given: Parameters<typeof takeVisitReturn>[2], now: Instant) =>
      takeVisitReturn(deps, asker, given, now),
  }
  return {
    handlers: applicationHandlers(deps),
    work,
    visits,
    bindAtLogin,
    findSubject: (db: Db, accountId: string, orderNo: string) =>
      findSubject(db, deps, accountId, orderNo),
    ordersOf: ordersOfApplication,
  }
}
