import type { AreaHandlers, AreaWork } from '#backend/area.ts'
import { accountOf } from '#backend/caller.ts'
import type { CardOwner } from '#backend/billing/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { openCheck, prepareCheck, type FindSubject } from '#backend/identity/public.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { RefusalError } from '#backend/refusal.ts'
import { takesDocuments } from '#domain/succession/succession-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import { createDecide } from './decide.ts'
import { createDocuments, removeDocument } from './documents.ts'
import { successionHeld } from './held.ts'
import { answersOf, deleteSuccession, findOwn, lockDraft } from './rows.ts'
import { createSaveStep } from './save-step.ts'
import { createSubmit } from './submit.ts'
import { successionTasks } from './tasks.ts'
import { createStop } from './stop.ts'
import { createTries } from './tries.ts'
import { viewSuccession } from './view.ts'

type Others = {
  /** Of an area that is made after this one. */
  beginCardVisit: (tx: Db, owner: CardOwner, back: string, now: Instant) => Promise<string>
}

/** The succession to a contract whose holder has died (protocol/succession.ts). */
export function createSuccessionArea(deps: ProcedureDeps, others: Others) {
  const { sealing } = deps
  const save = createSaveStep({ sealing, tries: createTries(deps) })
  const submission = createSubmit(deps)
  const documents = createDocuments(deps)
  const decide = createDecide(deps)
  const stopping = createStop(deps)

  const handlers = {
    successionGet: (_, caller) => viewSuccession({ sealing }, caller),

    successionPut: ({ body }, caller) => save(caller, body),

    async successionDelete(_, caller) {
      const row = await findOwn(caller.db, accountOf(caller).accountId, { lock: true })
      if (row?.state !== 'draft') return { deleted: false }
      await deleteSuccession(caller.db, row)
      return { deleted: true }
    },

    async successionIdentityPost({ body }, caller) {
      const { db: tx, now } = caller
      const { accountId } = accountOf(caller)
      const row = await lockDraft(tx, accountId)
      if (answersOf(sealing, row).heir === undefined)
        throw new RefusalError('SUCCESSION_INCOMPLETE')
      const { identity_ref: orderNo } = row
      await openCheck(tx, { accountId, contractId: null, orderNo, now })
      const subject = await findSubject(tx, accountId, orderNo)
      return prepareCheck(tx, deps, { accountId, now }, { orderNo, back: body.back, subject })
    },

    async successionCardPost({ body }, caller) {
      const { db: tx, now } = caller
      const { succession_id: successionId } = await lockDraft(tx, accountOf(caller).accountId)
      return { updateUrl: await others.beginCardVisit(tx, { successionId }, body.back, now) }
    },

    async successionDocumentDelete({ query }, caller) {
      const row = await findOwn(caller.db, accountOf(caller).accountId, { lock: true })
      if (row === undefined) throw new RefusalError('SUCCESSION_NONE')
      await removeDocument(caller.db, row, query.documentId)
      return { deleted: true }
    },

    successionDocumentPost: ({ body }, caller) => submission.documentsSent(caller, body.orderNo),

    successionSubmitPost: ({ body }, caller) => submission.submit(caller, body),

    successionWithdrawPost: ({ body }, caller) => submission.withdraw(caller, body.orderNo),

    successionStatusPost: ({ body }, caller) => submission.lookUp(caller, body),

    successionStopGet: ({ query }, caller) => stopping.look(caller, query),

    successionStopPost: ({ body }, caller) => stopping.stop(caller, body),
  } satisfies AreaHandlers

  /** What the document of an heir is compared with: what was typed here. */
  const findSubject: FindSubject = async (db, accountId, orderNo) => {
    const row = await db
      .selectFrom('succession')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('identity_ref', '=', orderNo)
      .executeTakeFirst()
    const heir = row && answersOf(sealing, row).heir
    if (row === undefined || heir === undefined) return undefined
    return {
      name: `${heir.lastName} ${heir.firstName}`,
      kana: `${heir.lastNameKana} ${heir.firstNameKana}`,
      birth: heir.birth,
      address: heir.region + heir.locality + heir.street,
      isOver: !takesDocuments(row.state),
    }
  }

  const work: AreaWork = {
    held: successionHeld,
    tasks: successionTasks(deps, decide),
  }
  return { handlers, work, findSubject, addDocument: documents.add }
}
