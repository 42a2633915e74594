import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { runJob } from '#backend/jobs/queue.ts'
import { outageHandlers } from './api.ts'
import { notifyOutage, notifyOutageJob } from './commands/notify-outage.ts'

export function createOutageArea(deps: AreaDeps) {
  const work: AreaWork = {
    jobs: [runJob(notifyOutageJob, (request) => notifyOutage(deps, request))],
  }
  return { handlers: outageHandlers(deps), work }
}
