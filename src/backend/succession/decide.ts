import { writeHolderIndexes } from '#backend/contract/holder-indexes.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { keepProfile, personIndexes, personOf } from '#backend/application/person.ts'
import { recordAudit } from '#backend/audit.ts'
import { writeCard } from '#backend/billing/public.ts'
import { bookCancellation, undoCancellations } from '#backend/cancellation/public.ts'
import { changeContract } from '#backend/contract/change.ts'
import { loadContract } from '#backend/contract/load.ts'
import type { By } from '#backend/contract/who.ts'
import { writeAutoSetting } from '#backend/top-up/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { checkOfOrder } from '#backend/identity/public.ts'
import { closeSessions } from '#backend/login/close-sessions.ts'
import { RefusalError } from '#backend/refusal.ts'
import { served } from '#domain/exclusion/rule.ts'
import type { Instant } from '#domain/tokyo.ts'
import { findContract } from '#backend/contract/contracts.ts'
import { removeCalendarLink } from '#backend/deadline/public.ts'
import { holdUntil } from '#domain/account/new-device.ts'
import { HOURS_FOR_HOLDER } from '#domain/succession/steps.ts'
import { takeSuccessionCard } from './card.ts'
import { restartAfterGrace, resumeContract, resumed } from './contract-side.ts'
import {
  announcedMessage,
  formerHolderMessage,
  moveAheadMessage,
  overForHolderMessage,
  pauseAheadMessage,
  takenOverMessage,
  papersAskedMessage,
  endingMessage,
  successionRejectedMessage,
} from './messages.ts'
import { requireFree } from './save-step.ts'
import { answersOf, stepSuccession, type StepBy, type SuccessionRow } from './rows.ts'
import { newStop, stopSecretOf } from './stop.ts'

type Deps = Pick<ProcedureDeps, 'sealing' | 'outbox' | 'commit' | 'endings'>

/**
 * What becomes of a succession by staff's decision, and, when the holder has had the time to stop it, of the contract: each
 * in one transaction, with messages to heir and holder.
 */
export function createDecide({ sealing, outbox, commit, endings }: Deps) {
  async function decide(tx: Db, row: SuccessionRow, now: Instant) {
    const { account_id: accountId, order_no: orderNo, decision, decision_reason: reason } = row
    if (orderNo === null || decision === null) return
    const by = { actor: 'staff', now } as const
    const told = { accountId, orderNo }
    if (decision === 'accept') return announce(tx, row, now)
    if (decision === 'ask') return ask(tx, row, now)
    await stepSuccession(tx, row, 'rejected', by, { reason })
    await resumeContract(tx, row.contract_id, by)
    await note(tx, row, by, 'succession-rejected')
    await outbox.post(tx, successionRejectedMessage(told, row.wish, reason ?? ''), now)
    const { account_id: holder } = await findContract(tx, row.contract_id)
    await outbox.post(tx, overForHolderMessage({ accountId: holder, orderNo }, 'rejected'), now)
  }

  /** Other papers; where one has shown the death, the contract is to be paused meanwhile. */
  async function ask(tx: Db, row: SuccessionRow, now: Instant) {
    const { account_id: accountId, order_no: orderNo, decision_reason: reason } = row
    if (orderNo === null) return
    const words = reason ?? ''
    const isToPause = row.decision_pauses && row.pause_from === null
    const from = isToPause ? holdUntil(now, HOURS_FOR_HOLDER) : undefined
    const stop = stopOf(row)
    const by = { actor: 'staff', now } as const
    await stepSuccession(tx, row, 'documents_asked', by, {
      asked: words,
      asked_at: now,
      ...(from && { pause_from: from }),
      ...stop.kept,
    })
    await note(tx, row, by, 'succession-documents-asked')
    await outbox.post(tx, papersAskedMessage({ accountId, orderNo }, words, now.toString()), now)
    if (from === undefined) return
    await note(tx, row, by, 'succession-pause-announced')
    await outbox.post(
      tx,
      pauseAheadMessage(await holderOf(tx, row, orderNo, stop.secret), from),
      now,
    )
  }

  /** Staff have found the papers right: nothing changes yet, and the holder is told how to stop it. */
  async function announce(tx: Db, row: SuccessionRow, now: Instant) {
    const { account_id: accountId, order_no: orderNo, wish } = row
    if (orderNo === null) return
    await requireReady(tx, row)
    const at = holdUntil(now, HOURS_FOR_HOLDER)
    const stop = stopOf(row)
    const by = { actor: 'staff', now } as const
    await stepSuccession(tx, row, 'papers_accepted', by, { moves_from: at, ...stop.kept })
    await note(tx, row, by, 'succession-announced')
    await outbox.post(tx, moveAheadMessage(await holderOf(tx, row, orderNo, stop.secret), at), now)
    await outbox.post(tx, announcedMessage({ accountId, orderNo }, wish, at), now)
  }

  /** Nobody has stopped it. @throws RefusalError for what has come in the way since; staff find it in their list */
  const carryOut = (tx: Db, row: SuccessionRow, now: Instant) =>
    row.wish === 'end' ? end(tx, row, now) : takeOver(tx, row, now)

  /** A succession from before there were links gets one with its next message. */
  function stopOf(row: SuccessionRow) {
    const secret = stopSecretOf(sealing, row)
    return secret === undefined ? newStop(sealing, row.succession_id) : { secret, kept: {} }
  }

  async function holderOf(tx: Db, row: SuccessionRow, orderNo: string, secret: string) {
    const { account_id: accountId } = await findContract(tx, row.contract_id)
    return { accountId, orderNo, wish: row.wish, secret }
  }

  async function requireReady(tx: Db, row: SuccessionRow) {
    await requireFree(tx, row.account_id, row.wish)
    const identity = await checkOfOrder(tx, row.account_id, row.identity_ref)
    if (identity.state !== 'matched') throw new RefusalError('IDENTITY_NOT_DONE')
  }

  /**
   * The contract is the heir's: account, person, card and profile change together; lines, numbers, data, bills, documents
   * and instalments stay with the contract. All sessions of the former account end.
   */
  async function takeOver(tx: Db, row: SuccessionRow, now: Instant) {
    const { account_id: accountId, contract_id: contractId, order_no: orderNo } = row
    const by: By = { actor: 'system', contractId, now, accountId }
    const { heir } = answersOf(sealing, row)
    if (heir === undefined || orderNo === null) throw new RefusalError('SUCCESSION_INCOMPLETE')
    const { contract, facts } = await loadContract(tx, contractId, { lock: true })
    if (!served.includes(facts.state)) throw new RefusalError('CONTRACT_ENDED')
    await requireReady(tx, row)
    await stepSuccession(tx, row, 'accepted', by)
    await changeContract(
      tx,
      contractId,
      { account_id: accountId, succeeded_at: now, ...resumed(now) },
      by,
    )
    await undoCancellations(tx, { commit, endings }, by)
    await restartAfterGrace(tx, contractId, now)
    await keepProfile(tx, sealing, accountId, heir)
    await writeHolderIndexes(tx, contractId, personIndexes(sealing, personOf(heir)))
    const card = await takeSuccessionCard(tx, sealing, row)
    if (card === undefined) throw new RefusalError('CARD_NOT_REGISTERED')
    await writeCard(tx, sealing, contractId, card, now)
    // What the person who has died had agreed to be charged for by itself ends.
    await writeAutoSetting(tx, { contractId, accountId, now }, undefined)
    await closeSessions(tx, contract.account_id, now)
    // Its address is in a calendar of the former holder's.
    await removeCalendarLink(tx, contractId)
    await note(tx, row, by, 'succession-accepted')
    await outbox.post(tx, takenOverMessage({ accountId, orderNo }), now)
    await outbox.post(tx, formerHolderMessage({ accountId: contract.account_id, orderNo }), now)
  }

  /** As staff cancel a contract; what is booked already ends on its own day. */
  async function end(tx: Db, row: SuccessionRow, now: Instant) {
    const { account_id: accountId, contract_id: contractId, order_no: orderNo } = row
    if (orderNo === null) return
    await requireReady(tx, row)
    const by: By = { actor: 'staff', contractId, now }
    const known = await loadContract(tx, contractId, { lock: true })
    const { cancellation } = known.facts
    const isBooked = cancellation?.state === 'reserved' || cancellation?.state === 'queued'
    const lastDay = isBooked
      ? cancellation.lastDay
      : ((await bookCancellation(tx, { commit, endings }, by, known, {})).effective_on ?? undefined)
    const done = { actor: 'system', now } as const
    await stepSuccession(tx, row, 'accepted', done)
    await note(tx, row, done, 'succession-ended')
    await outbox.post(tx, endingMessage({ accountId, orderNo }, lastDay), now)
  }

  async function note(tx: Db, row: SuccessionRow, { actor, now }: StepBy, action: string) {
    await recordAudit(tx, {
      chain: row.contract_id,
      at: now,
      actor,
      accountId: row.account_id,
      action,
      target: row.order_no ?? row.succession_id,
    })
  }

  return { decide, carryOut }
}
