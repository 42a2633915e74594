import { lockAccount } from '#backend/account-lock.ts'
import type { AreaDeps } from '#backend/area.ts'
import { birthIndex, isBornThen } from '#backend/application/birth.ts'
import { findPerson, lockPerson, personIndexes, personOf } from '#backend/application/person.ts'
import { applicationTerms } from '#backend/application/terms.ts'
import { recordAudit } from '#backend/audit.ts'
import { accountOf, type Caller } from '#backend/caller.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import { RefusalError } from '#backend/refusal.ts'
import { successionStates, takesDocuments } from '#domain/succession/succession-states.ts'
import { isBefore } from '#domain/tokyo.ts'
import { findContract } from '#backend/contract/contracts.ts'
import { resumeContract } from './contract-side.ts'
import { requireTakenHere } from './in-vain.ts'
import { newStop } from './stop.ts'
import { findDocuments } from './documents.ts'
import { knownOf } from './known.ts'
import {
  noteToHolderMessage,
  overForHolderMessage,
  successionReceivedMessage,
  papersSentMessage,
  successionWithdrawnMessage,
} from './messages.ts'
import { answersOf, findOwn, lockOwn, stateOf, stepSuccession, type SuccessionRow } from './rows.ts'
import { requireFree } from './save-step.ts'
import { statusOf } from './view.ts'

type Deps = Pick<AreaDeps, 'sealing' | 'outbox'>

/** What an heir does with a succession that is answered: submits it, sends what was asked for, withdraws it. */
export function createSubmit({ sealing, outbox }: Deps) {
  /** One order whatever is clicked. */
  async function submit(caller: Caller, { termsVersion }: { termsVersion: string }) {
    const { db: tx, now } = caller
    const { accountId } = accountOf(caller)
    await lockAccount(tx, accountId)
    const row = await findOwn(tx, accountId, { lock: true })
    if (row === undefined) throw new RefusalError('SUCCESSION_NONE')
    if (row.state !== 'draft') return statusOf(tx, sealing, row)
    if (termsVersion !== applicationTerms.version) throw new RefusalError('TERMS_OUTDATED')
    const { steps } = await knownOf({ sealing }, tx, row, now)
    const open = steps.find(({ done }) => !done)
    if (open !== undefined)
      throw new RefusalError({ code: 'SUCCESSION_INCOMPLETE', facts: { step: open.step } })
    await requireFree(tx, accountId, row.wish)
    const birth = await requirePerson(caller, row)
    const by = { actor: 'member', now } as const
    await requireTakenHere(tx, row.contract_id, now)
    const holder = await findContract(tx, row.contract_id)
    const stop = newStop(sealing, row.succession_id)
    const orderNo = newReadableNo('SC')
    const submitted = await stepSuccession(tx, row, 'submitted', by, {
      order_no: orderNo,
      birth_index: birthIndex(sealing, orderNo, birth),
      terms_version: termsVersion,
      submitted_at: now,
      ...stop.kept,
    })
    await note(caller, submitted, 'succession-submitted')
    const toHolder = { accountId: holder.account_id, orderNo, wish: row.wish }
    await outbox.post(tx, noteToHolderMessage({ ...toHolder, secret: stop.secret }), now)
    await outbox.post(tx, successionReceivedMessage({ accountId, orderNo }), now)
    return statusOf(tx, sealing, submitted)
  }

  /** Who has a contract under another account cannot take over a second one. */
  async function requirePerson({ db: tx }: Caller, row: SuccessionRow): Promise<string> {
    const { heir } = answersOf(sealing, row)
    if (heir === undefined) throw new RefusalError('SUCCESSION_INCOMPLETE')
    if (row.wish === 'take_over') {
      const indexes = personIndexes(sealing, personOf(heir))
      await lockPerson(tx, indexes)
      if ((await findPerson(tx, indexes)) === 'same') throw new RefusalError('HEIR_HAS_CONTRACT')
    }
    return heir.birth
  }

  /** What staff had asked for is there. @throws RefusalError SUCCESSION_FILE_MISSING, SUCCESSION_CLOSED */
  async function documentsSent(caller: Caller, orderNo: string) {
    const { db: tx, now } = caller
    const { accountId } = accountOf(caller)
    const row = await lockOwn(tx, accountId, orderNo)
    if (!takesDocuments(row.state)) throw new RefusalError('SUCCESSION_CLOSED')
    const { asked_at: since } = row
    if (row.state !== 'documents_requested' || since === null) return statusOf(tx, sealing, row)
    const documents = await findDocuments(tx, row)
    if (!documents.some(({ taken_in_at: at }) => !isBefore(at, since)))
      throw new RefusalError('SUCCESSION_FILE_MISSING')
    const sent = await stepSuccession(tx, row, 'documents_sent', { actor: 'member', now })
    await note(caller, sent, 'succession-documents-sent')
    await outbox.post(tx, papersSentMessage({ accountId, orderNo }, since.toString()), now)
    return statusOf(tx, sealing, sent)
  }

  async function withdraw(caller: Caller, orderNo: string) {
    const { db: tx, now } = caller
    const { accountId } = accountOf(caller)
    const row = await lockOwn(tx, accountId, orderNo)
    if (row.state === 'withdrawn') return statusOf(tx, sealing, row)
    if (!successionStates.can(stateOf(row), 'withdrawn', 'member'))
      throw new RefusalError('SUCCESSION_CLOSED')
    const by = { actor: 'member', now } as const
    const withdrawn = await stepSuccession(tx, row, 'withdrawn', by)
    await resumeContract(tx, row.contract_id, by)
    await note(caller, withdrawn, 'succession-withdrawn')
    await outbox.post(tx, successionWithdrawnMessage({ accountId, orderNo }), now)
    const { account_id: holder } = await findContract(tx, row.contract_id)
    await outbox.post(tx, overForHolderMessage({ accountId: holder, orderNo }, 'withdrawn'), now)
    return statusOf(tx, sealing, withdrawn)
  }

  /** Without a session. The answer is the same whichever of the two is wrong. */
  async function lookUp(caller: Caller, given: { orderNo: string; birth: string }) {
    const { db } = caller
    await caller.countAbout?.('orderNumbers', given.orderNo)
    const row = await db
      .selectFrom('succession')
      .selectAll()
      .where('order_no', '=', given.orderNo)
      .executeTakeFirst()
    if (row === undefined || !isBornThen(sealing, row, given))
      throw new RefusalError('SUCCESSION_UNKNOWN')
    return statusOf(db, sealing, row)
  }

  async function note({ db, now, traceKey }: Caller, row: SuccessionRow, action: string) {
    await recordAudit(db, {
      chain: row.contract_id,
      at: now,
      actor: 'member',
      accountId: row.account_id,
      action,
      target: row.order_no ?? row.succession_id,
      traceKey,
    })
  }

  return { submit, documentsSent, withdraw, lookUp }
}
