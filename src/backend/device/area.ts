import type { AreaWork } from '#backend/area.ts'
import type { Who } from '#backend/contract/who.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { deviceHandlers } from './api.ts'
import { addPhotograph } from './commands/add-photograph.ts'
import { lapseClaims, takeDeskStep } from './commands/take-desk-step.ts'
import { takeSeenDevice } from './commands/take-seen-device.ts'
import { deskJob } from './queries/desk.ts'
import { openPhotograph } from './rows.ts'

/** Devices that are covered or were bought from us: registration, claims and their photographs (decision 054). */
export function createDeviceArea(deps: ProcedureDeps) {
  const { database, sealing, clock } = deps
  const work: AreaWork = {
    onExchange: [(tx, outcome, now) => takeSeenDevice(tx, deps, outcome, now)],
    jobs: [runJob(deskJob, (command) => takeDeskStep(deps, command, clock.now()))],
    tasks: [{ name: 'claims that waited in vain', run: (now) => lapseClaims(deps, now) }],
  }
  const photographs = {
    add: (who: Who, orderNo: string, given: Uint8Array) => addPhotograph(deps, who, orderNo, given),
    read: (contractId: string, photographId: string, size: 'whole' | 'small') =>
      openPhotograph(database.db, sealing, contractId, photographId, size),
  }
  return { handlers: deviceHandlers(deps), work, photographs }
}
