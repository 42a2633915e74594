import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import type { CardOwner } from '#backend/billing/public.ts'
import { accountOf, type Caller } from '#backend/caller.ts'
import { whoOfAccount } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { FindSubject } from '#backend/identity/public.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Instant } from '#domain/tokyo.ts'
import { addDocument, removeDocument, type DocumentWho } from './commands/add-document.ts'
import { carryOutAnnounced } from './commands/carry-out.ts'
import { successionDecisionsJob } from './commands/decide-by-staff.ts'
import { decideQueued } from './commands/decide-succession.ts'
import {
  beginIdentityCheck,
  deleteDraft,
  notifyTried,
  saveStep,
  type CountTries,
} from './commands/save-step.ts'
import {
  sendDocuments,
  stopSuccession,
  submitSuccession,
  withdrawSuccession,
} from './commands/submit-succession.ts'
import { closeWithoutPapers, deleteOldDrafts, pauseContracts } from './commands/work-due.ts'
import { findSubject } from './queries/known.ts'
import { findByBirth, findStoppable, statusOf, toWireStop, viewSuccession } from './queries/view.ts'
import { lockDraft, type SuccessionRow } from './rows/successions.ts'

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

type ApiDeps = AreaDeps & {
  /** Of an area that is made after this one. */
  readonly beginCardVisit: (tx: Db, owner: CardOwner, back: string, now: Instant) => Promise<string>
}

/** The succession to a contract whose holder has died (protocol/succession.ts). */
function successionHandlers(deps: ApiDeps) {
  const statusAfter = async ({ db }: Caller, row: Promise<SuccessionRow>) =>
    statusOf(db, deps, await row)
  return {
    successionGet: (_, caller) =>
      viewSuccession(caller.db, deps, { ...accountOf(caller), now: caller.now }),

    async successionPut({ body }, caller) {
      await saveStep(caller.db, deps, whoOfAccount(caller), { body, tries: triesOf(deps, caller) })
      return { saved: true }
    },

    successionDelete: async (_, caller) => ({
      deleted: await deleteDraft(caller.db, accountOf(caller)),
    }),

    successionIdentityPost: ({ body }, caller) =>
      beginIdentityCheck(caller.db, deps, whoOfAccount(caller), body.back),

    async successionCardPost({ body }, caller) {
      const { db: tx, now } = caller
      const { succession_id: successionId } = await lockDraft(tx, accountOf(caller).accountId)
      return { updateUrl: await deps.beginCardVisit(tx, { successionId }, body.back, now) }
    },

    async successionDocumentDelete({ query }, caller) {
      await removeDocument(caller.db, accountOf(caller), query.documentId)
      return { deleted: true }
    },

    successionDocumentPost: ({ body }, caller) =>
      statusAfter(caller, sendDocuments(caller.db, deps, whoOfAccount(caller), body.orderNo)),
    successionSubmitPost: ({ body }, caller) =>
      statusAfter(caller, submitSuccession(caller.db, deps, whoOfAccount(caller), body)),
    successionWithdrawPost: ({ body }, caller) =>
      statusAfter(caller, withdrawSuccession(caller.db, deps, whoOfAccount(caller), body.orderNo)),

    async successionStatusPost({ body }, caller) {
      await caller.countAbout?.('orderNumbers', body.orderNo)
      return statusAfter(caller, findByBirth(caller.db, deps, body))
    },

    successionStopGet: async ({ query }, caller) =>
      toWireStop(await findStoppable(caller.db, toStop(caller, query.t))),

    successionStopPost: async ({ body }, caller) =>
      toWireStop(
        await stopSuccession(
          caller.db,
          deps,
          { now: caller.now, traceKey: caller.traceKey },
          toStop(caller, body.t),
        ),
      ),
  } satisfies AreaHandlers
}

const toStop = ({ signedIn }: Caller, secret: string | undefined) => ({
  secret,
  contractId: signedIn?.contractId ?? undefined,
})

function triesOf(deps: ApiDeps, caller: Caller): CountTries {
  return {
    byAsker: async () => caller.count?.('applicationLookups'),
    async byNumber(phone) {
      try {
        await caller.countAbout?.('successionNumbers', phone)
      } catch (error) {
        if (error instanceof RefusalError && error.code === 'TOO_MANY_REQUESTS')
          await notifyTried(deps, { now: caller.now, traceKey: caller.traceKey }, phone)
        throw error
      }
    },
  }
}
