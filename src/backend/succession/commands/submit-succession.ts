import { lockAccount } from '#backend/account-lock.ts'
import type { AreaDeps } from '#backend/area.ts'
import {
  applicationTerms,
  birthIndex,
  findPerson,
  lockPerson,
  personOf,
} from '#backend/application/public.ts'
import { personIndexes } from '#backend/contract/person-indexes.ts'
import { findContract } from '#backend/contract/contracts.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import {
  isOpenSuccession,
  successionStates,
  takesDocuments,
} from '#domain/succession/succession-states.ts'
import { isBefore } from '#domain/tokyo.ts'
import { requireAcceptedHere, requireFree } from '../queries/contract.ts'
import { knownOf } from '../queries/known.ts'
import { findStoppable, type ToStop } from '../queries/view.ts'
import { findDocuments } from '../rows/documents.ts'
import {
  answersOf,
  findOwn,
  lockOwn,
  newStop,
  stateOf,
  type SuccessionRow,
} from '../rows/successions.ts'
import { successions } from '../steps.ts'
import { resumeContract } from './pause-contract.ts'

type Deps = Pick<AreaDeps, 'sealing' | 'outbox'>

/**
 * Submits the draft. Repeating it changes nothing: there is one order however often it is pressed.
 * @throws RefusalError SUCCESSION_NONE, SUCCESSION_INCOMPLETE, TERMS_OUTDATED, HEIR_HAS_CONTRACT, SUCCESSION_UNDER_WAY,
 *   SUCCESSION_AT_DESK, SUCCESSION_NOT_FOUND
 */
export async function submitSuccession(
  tx: Db,
  deps: Deps,
  who: AccountWho,
  { termsVersion }: { readonly termsVersion: string },
): Promise<SuccessionRow> {
  const { accountId, now } = who
  const { sealing } = deps
  await lockAccount(tx, accountId)
  const row = await findOwn(tx, accountId, { lock: true })
  if (row === undefined) throw new RefusalError('SUCCESSION_NONE')
  if (row.state !== 'draft') return row
  if (termsVersion !== applicationTerms.version) throw new RefusalError('TERMS_OUTDATED')
  const { steps } = await knownOf(tx, deps, row, now)
  const open = steps.find(({ done }) => !done)
  if (open !== undefined)
    throw new RefusalError({ code: 'SUCCESSION_INCOMPLETE', facts: { step: open.step } })
  await requireFree(tx, accountId, row.wish)
  const birth = await requirePerson(tx, deps, row)
  await requireAcceptedHere(tx, row.contract_id, now)
  const { account_id: holder } = await findContract(tx, row.contract_id)
  const { secret, columns } = newStop(sealing, row.succession_id)
  const orderNo = newReadableNo('SC')
  return takeStep(tx, deps, who, successions, {
    row,
    step: 'submitted',
    patch: {
      order_no: orderNo,
      birth_index: birthIndex(sealing, orderNo, birth),
      terms_version: termsVersion,
      submitted_at: now,
      ...columns,
    },
    facts: { holder, secret },
  })
}

/** Somebody who has a contract under another account cannot take over a second one. @returns the heir's birthday */
async function requirePerson(tx: Db, { sealing }: Deps, row: SuccessionRow): Promise<string> {
  const { heir } = answersOf(sealing, row)
  if (heir === undefined) throw new RefusalError('SUCCESSION_INCOMPLETE')
  if (row.wish === 'take_over') {
    const indexes = personIndexes(sealing, personOf(heir))
    await lockPerson(tx, indexes)
    if ((await findPerson(tx, indexes)) === 'same') throw new RefusalError('HEIR_HAS_CONTRACT')
  }
  return heir.birth
}

/** The heir has sent what staff asked for. @throws RefusalError NOT_FOUND, SUCCESSION_FILE_MISSING, SUCCESSION_CLOSED */
export async function sendDocuments(
  tx: Db,
  deps: StepDeps,
  who: AccountWho,
  orderNo: string,
): Promise<SuccessionRow> {
  const row = await lockOwn(tx, who.accountId, orderNo)
  if (!takesDocuments(row.state)) throw new RefusalError('SUCCESSION_CLOSED')
  const { asked_at: askedAt } = row
  if (row.state !== 'documents_requested' || askedAt === null) return row
  const documents = await findDocuments(tx, row)
  if (!documents.some(({ taken_in_at: at }) => !isBefore(at, askedAt)))
    throw new RefusalError('SUCCESSION_FILE_MISSING')
  return takeStep(tx, deps, who, successions, { row, step: 'documents_sent', facts: { askedAt } })
}

/** Repeating it changes nothing. @throws RefusalError NOT_FOUND, SUCCESSION_CLOSED */
export async function withdrawSuccession(
  tx: Db,
  deps: StepDeps,
  who: AccountWho,
  orderNo: string,
): Promise<SuccessionRow> {
  const row = await lockOwn(tx, who.accountId, orderNo)
  if (row.state === 'withdrawn') return row
  if (!successionStates.can(stateOf(row), 'withdrawn', 'member'))
    throw new RefusalError('SUCCESSION_CLOSED')
  await resumeContract(tx, row.contract_id, who)
  const { account_id: holder } = await findContract(tx, row.contract_id)
  return takeStep(tx, deps, who, successions, { row, step: 'withdrawn', facts: { holder } })
}

/**
 * The holder stops a succession that was begun as if they had died: by the link of a message, or signed in. Repeating it
 * changes nothing.
 * @throws RefusalError NOT_FOUND
 */
export async function stopSuccession(
  tx: Db,
  deps: StepDeps,
  { now, traceKey }: Pick<AccountWho, 'now' | 'traceKey'>,
  of: ToStop,
): Promise<SuccessionRow> {
  const row = await findStoppable(tx, of, { lock: true })
  if (!isOpenSuccession(row.state) || row.order_no === null) return row
  const { account_id: holder } = await findContract(tx, row.contract_id)
  const who = { actor: 'member', accountId: holder, now, ...(traceKey && { traceKey }) } as const
  await resumeContract(tx, row.contract_id, who)
  const by = of.secret === undefined ? 'session' : 'link'
  return takeStep(tx, deps, who, successions, { row, step: 'stopped', facts: { holder, by } })
}
