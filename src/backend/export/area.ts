import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { runJob } from '#backend/jobs/queue.ts'
import { exportHandlers } from './api.ts'
import { deleteAccounts, type DeletionDeps } from './commands/delete-account.ts'
import { gatherExport, gatherJob, giveUpExports } from './commands/gather-export.ts'
import { openExport, type OpenRequest } from './commands/open-export.ts'
import type { ExportDeps } from './commands/request-export.ts'

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
