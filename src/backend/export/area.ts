import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import { accountOf, requireProof } from '#backend/caller.ts'
import { whoOfAccount } from '#backend/contract/who.ts'
import { runJob } from '#backend/jobs/queue.ts'
import {
  deleteAccounts,
  requestDeletion,
  withdrawDeletion,
  type DeletionDeps,
} from './commands/delete-account.ts'
import { gatherExport, gatherJob, giveUpExports } from './commands/gather-export.ts'
import { openExport, type OpenRequest } from './commands/open-export.ts'
import { dropExport, requestExport, type ExportDeps } from './commands/request-export.ts'
import { deletionStatus, listExports, listKinds } from './queries/status.ts'

export function createExportArea(
  shared: AreaDeps,
  others: Pick<ExportDeps, 'memberTables' | 'sendText'> & Pick<DeletionDeps, 'deleteAccountData'>,
) {
  const deps = { ...shared, ...others }
  const work: AreaWork = {
    jobs: [runJob(gatherJob, (request) => gatherExport(deps, request))],
    tasks: [
      { name: 'accounts deleted', run: (now) => deleteAccounts(deps, now) },
      { name: 'exports given up', run: (now) => giveUpExports(deps, now) },
    ],
  }
  return {
    handlers: exportHandlers(deps),
    work,
    openExport: (request: OpenRequest) => openExport(deps, request),
  }
}

/** What is stored about a member, handed over and deleted (protocol/held.ts). */
function exportHandlers(deps: ExportDeps) {
  return {
    heldGet: (_, caller) => listKinds(caller.db, deps, { ...accountOf(caller), now: caller.now }),

    memberExportGet: (_, caller) =>
      listExports(caller.db, { ...accountOf(caller), now: caller.now }),
    async memberExportPost({ body }, caller) {
      await requestExport(caller.db, deps, whoOfAccount(caller), body)
      return listExports(caller.db, { ...accountOf(caller), now: caller.now })
    },
    async memberExportDelete({ query }, caller) {
      await dropExport(caller.db, whoOfAccount(caller), query.exportId)
      return listExports(caller.db, { ...accountOf(caller), now: caller.now })
    },

    accountDeletionGet: (_, caller) => deletionStatus(caller.db, accountOf(caller)),
    async accountDeletionPost({ body }, caller) {
      if (body.step === 'request') {
        requireProof('secondFactor', caller)
        await requestDeletion(caller.db, deps, whoOfAccount(caller))
      } else await withdrawDeletion(caller.db, deps, whoOfAccount(caller))
      return deletionStatus(caller.db, accountOf(caller))
    },
  } satisfies AreaHandlers
}
