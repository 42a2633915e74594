import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import type { Held } from '#backend/held.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { Retention } from '#backend/retention.ts'
import { createDeletion } from './deletion.ts'
import { createDownload } from './download.ts'
import { createGather, gatherJob } from './gather.ts'
import { exportHeld } from './held.ts'
import { heldKinds } from './kinds.ts'
import { createExportService, type TellPhone } from './service.ts'

/** What is held about a member, handed over and deleted (protocol/held.ts). */
export function createExportArea(
  deps: AreaDeps,
  others: {
    /** Of every area, known once all are made. */
    held: () => readonly Held[]
    forgetAccount: Retention['forgetAccount']
    tellPhone: TellPhone
  },
) {
  const gathering = { ...deps, ...others, now: deps.clock.now }
  const exports = createExportService(gathering)
  const deletion = createDeletion({ ...deps, ...others })
  const gather = createGather(gathering)
  const handlers = {
    heldGet: (_, caller) => heldKinds(caller, others.held()),
    memberExportGet: (_, caller) => exports.status(caller),
    memberExportPost: ({ body }, caller) => exports.ask(caller, body),
    memberExportDelete: ({ query }, caller) => exports.drop(caller, query.exportId),
    accountDeletionGet: (_, caller) => deletion.status(caller),
    accountDeletionPost: ({ body }, caller) =>
      body.step === 'request' ? deletion.ask(caller) : deletion.withdraw(caller),
  } satisfies AreaHandlers
  const work: AreaWork = {
    held: exportHeld,
    jobs: [runJob(gatherJob, gather.run)],
    tasks: [{ name: 'accounts deleted', run: deletion.carryOut }],
  }
  return { handlers, work, openExport: createDownload(gathering).open }
}
