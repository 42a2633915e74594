import type { AreaDeps } from '#backend/area.ts'
import { keepPerson, keepProfile, personIndexes, personOf } from '#backend/application/person.ts'
import { recordAudit } from '#backend/audit.ts'
import { cardPlace, successionCardPlace } from '#backend/billing/card-store.ts'
import type { CancellationService } from '#backend/cancellation/service.ts'
import { changeContract } from '#backend/contract/change.ts'
import { loadContract } from '#backend/contract/load.ts'
import type { By } from '#backend/contract/who.ts'
import { writeAutoSetting } from '#backend/data/spending/store.ts'
import type { Db } from '#backend/db/connect.ts'
import type { OrderChecks } from '#backend/identity/order-checks.ts'
import { RefusalError } from '#backend/refusal.ts'
import { served } from '#domain/exclusion/rule.ts'
import type { Instant } from '#domain/tokyo.ts'
import { restartCollection, resumeContract, resumed } from './contract-side.ts'
import {
  takenOverMessage,
  papersAskedMessage,
  endingMessage,
  successionRejectedMessage,
} from './messages.ts'
import { requireFree } from './save-step.ts'
import { answersOf, stepSuccession, type SuccessionRow } from './rows.ts'

type Deps = Pick<AreaDeps, 'sealing' | 'outbox'> & {
  checks: Pick<OrderChecks, 'wireOf'>
  cancel: CancellationService['bookCancellation']
}

/** Carries out what staff have decided about a succession, in one transaction, and sends the heir a message. */
export function createDecide({ sealing, outbox, checks, cancel }: Deps) {
  async function decide(tx: Db, row: SuccessionRow, now: Instant) {
    const { account_id: accountId, order_no: orderNo, decision, decision_reason: reason } = row
    if (orderNo === null || decision === null) return
    const by = { actor: 'staff', now } as const
    const told = { accountId, orderNo }
    if (decision === 'accept')
      return row.wish === 'end' ? end(tx, row, now) : takeOver(tx, row, now)
    if (decision === 'ask') {
      const words = reason ?? ''
      await stepSuccession(tx, row, 'documents_asked', by, { asked: words, asked_at: now })
      await note(tx, row, now, 'succession-documents-asked')
      await outbox.post(tx, papersAskedMessage(told, words, now.toString()), now)
      return
    }
    await stepSuccession(tx, row, 'rejected', by, { reason })
    await resumeContract(tx, row.contract_id, by)
    await note(tx, row, now, 'succession-rejected')
    await outbox.post(tx, successionRejectedMessage(told, row.wish, reason ?? ''), now)
  }

  /**
   * The contract is the heir's: account, person, card and profile change together; lines, numbers, data, bills, documents
   * and instalments stay with the contract. All sessions of the former account end.
   */
  async function takeOver(tx: Db, row: SuccessionRow, now: Instant) {
    const { account_id: accountId, contract_id: contractId, order_no: orderNo } = row
    const by: By = { actor: 'staff', contractId, now, accountId }
    const { heir } = answersOf(sealing, row)
    if (heir === undefined || orderNo === null) throw new RefusalError('SUCCESSION_INCOMPLETE')
    const { contract, facts } = await loadContract(tx, contractId, { lock: true })
    if (!served.includes(facts.state)) throw new RefusalError('CONTRACT_ENDED')
    await requireFree(tx, accountId, row.wish)
    const identity = await checks.wireOf(tx, accountId, row.identity_ref)
    if (identity.state !== 'matched') throw new RefusalError('IDENTITY_NOT_DONE')
    await stepSuccession(tx, row, 'accepted', by)
    await changeContract(
      tx,
      contractId,
      { account_id: accountId, succeeded_at: now, ...resumed(now) },
      by,
    )
    await restartCollection(tx, contractId, now)
    await keepProfile(tx, sealing, accountId, heir)
    await keepPerson(tx, contractId, personIndexes(sealing, personOf(heir)))
    await moveCard(tx, row, now)
    // What the person who has died had agreed to be charged for by itself ends.
    await writeAutoSetting(tx, { contractId, accountId, now }, undefined)
    await tx.deleteFrom('session').where('account_id', '=', contract.account_id).execute()
    await note(tx, row, now, 'succession-accepted')
    await outbox.post(tx, takenOverMessage({ accountId, orderNo }), now)
  }

  /** As staff cancel a contract; what is booked already ends on its own day. */
  async function end(tx: Db, row: SuccessionRow, now: Instant) {
    const { account_id: accountId, contract_id: contractId, order_no: orderNo } = row
    if (orderNo === null) return
    const by: By = { actor: 'staff', contractId, now }
    const known = await loadContract(tx, contractId, { lock: true })
    const { cancellation } = known.facts
    const isBooked = cancellation?.state === 'reserved' || cancellation?.state === 'queued'
    const lastDay = isBooked
      ? cancellation.lastDay
      : ((await cancel(tx, by, known, {})).effective_on ?? undefined)
    await stepSuccession(tx, row, 'accepted', by)
    await note(tx, row, now, 'succession-ended')
    await outbox.post(tx, endingMessage({ accountId, orderNo }, lastDay), now)
  }

  async function moveCard(tx: Db, row: SuccessionRow, now: Instant) {
    if (row.card_sealed === null) throw new RefusalError('CARD_NOT_REGISTERED')
    const { contract_id: contractId, succession_id: successionId } = row
    const token = sealing.open(successionCardPlace(successionId), row.card_sealed)
    const card = {
      token_sealed: sealing.seal(cardPlace(contractId), token),
      brand: row.card_brand ?? '',
      last4: row.card_last4 ?? '',
      expires: row.card_expires ?? '',
      updated_at: now,
    }
    await tx
      .insertInto('payment_card')
      .values({ contract_id: contractId, ...card })
      .onConflict((conflict) => conflict.column('contract_id').doUpdateSet(card))
      .execute()
    await tx
      .updateTable('succession')
      .set({ card_sealed: null })
      .where('account_id', '=', row.account_id)
      .where('succession_id', '=', successionId)
      .execute()
  }

  async function note(tx: Db, row: SuccessionRow, now: Instant, action: string) {
    await recordAudit(tx, {
      chain: row.contract_id,
      at: now,
      actor: 'staff',
      accountId: row.account_id,
      action,
      target: row.order_no ?? row.succession_id,
    })
  }

  return decide
}
