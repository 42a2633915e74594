import { personOf, saveHolderProfile } from '#backend/application/public.ts'
import { personIndexes } from '#backend/contract/person-indexes.ts'
import { restartCollection, writeCard } from '#backend/billing/public.ts'
import { bookCancellation, undoCancellations } from '#backend/cancellation/public.ts'
import { changeContract } from '#backend/contract/change.ts'
import { writeHolderIndexes } from '#backend/contract/holder-indexes.ts'
import { loadContract } from '#backend/contract/load.ts'
import type { By } from '#backend/contract/who.ts'
import { writeAutoSetting } from '#backend/top-up/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { endWaysWithoutLogin } from '#backend/connection/public.ts'
import { removeCalendarLink } from '#backend/deadline/public.ts'
import { closeSessions } from '#backend/login/close-sessions.ts'
import { endPasskeys } from '#backend/passkey/public.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { RefusalError } from '#backend/refusal.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { isBooked } from '#domain/exclusion/in-progress.ts'
import { served } from '#domain/exclusion/rule.ts'
import { graceAfter } from '#domain/succession/steps.ts'
import type { Instant } from '#domain/tokyo.ts'
import { requireReady } from '../queries/contract.ts'
import { takeSuccessionCard } from '../rows/card.ts'
import { answersOf, type SuccessionRow } from '../rows/successions.ts'
import { successions } from '../steps.ts'
import { eachSuccession, successionKeys } from './work-due.ts'

type Deps = Pick<ProcedureDeps, 'database' | 'sealing' | 'outbox' | 'log' | 'engine' | 'procedures'>

/**
 * Carries out what the holder has had the hours to stop. One that cannot be carried out because of what has happened since
 * stays, and staff find it in their list.
 */
export async function carryOutAnnounced(deps: Deps, now: Instant): Promise<void> {
  const found = await successionKeys(deps)
    .where('state', '=', 'announced')
    .where('moves_from', '<=', now)
    .orderBy('moves_from')
    .execute()
  await eachSuccession(deps, found, 'succession not carried out', async (tx, row) => {
    if (row.state !== 'announced' || row.decision !== null) return
    await (row.wish === 'end' ? endContract(tx, deps, row, now) : takeOver(tx, deps, row, now))
  })
}

/**
 * The contract becomes the heir's: account, person, card and profile change together; lines, numbers, data, bills,
 * documents and instalments stay with the contract. All sessions of the former account end.
 */
async function takeOver(tx: Db, deps: Deps, row: SuccessionRow, now: Instant) {
  const { account_id: accountId, contract_id: contractId, order_no: orderNo } = row
  const { sealing } = deps
  const by: By = { actor: 'system', contractId, now, accountId }
  const { heir } = answersOf(sealing, row)
  if (heir === undefined || orderNo === null) throw new RefusalError('SUCCESSION_INCOMPLETE')
  const { contract, facts } = await loadContract(tx, contractId, { lock: true })
  if (!served.includes(facts.state)) throw new RefusalError('CONTRACT_ENDED')
  await requireReady(tx, row)
  const change = {
    account_id: accountId,
    succeeded_at: now,
    succession_since: null,
    collection_paused_until: graceAfter(now),
  }
  await changeContract(tx, contractId, change, by)
  await undoCancellations(tx, deps, by)
  await restartCollection(tx, contractId, graceAfter(now))
  await saveHolderProfile(tx, sealing, accountId, heir)
  await writeHolderIndexes(tx, contractId, personIndexes(sealing, personOf(heir)))
  const card = await takeSuccessionCard(tx, sealing, row)
  if (card === undefined) throw new RefusalError('CARD_NOT_REGISTERED')
  await writeCard(tx, sealing, contractId, card, now)
  // The former holder's agreement to automatic purchases ends with them.
  await writeAutoSetting(tx, { contractId, accountId, now }, undefined)
  await closeSessions(tx, contract.account_id, now)
  await endPasskeys(tx, deps, { accountId: contract.account_id, now })
  // Its address is in a calendar of the former holder's.
  await removeCalendarLink(tx, contractId)
  await endWaysWithoutLogin(tx, deps, { contractId }, { actor: 'system', now, because: 'contract' })
  const holder = contract.account_id
  await takeStep(tx, deps, by, successions, { row, step: 'accepted', facts: { holder } })
}

/** Cancels the contract as staff do; what is booked already ends on its own day. */
async function endContract(tx: Db, deps: Deps, row: SuccessionRow, now: Instant) {
  const { contract_id: contractId, order_no: orderNo } = row
  if (orderNo === null) return
  await requireReady(tx, row)
  const staff: By = { actor: 'staff', contractId, now }
  const known = await loadContract(tx, contractId, { lock: true })
  const { cancellation } = known.facts
  const lastDay = isBooked(cancellation)
    ? cancellation?.lastDay
    : ((await bookCancellation(tx, deps, staff, known, {})).effective_on ?? undefined)
  const by = { actor: 'system', now } as const
  await takeStep(tx, deps, by, successions, { row, step: 'ended', facts: { lastDay } })
}
