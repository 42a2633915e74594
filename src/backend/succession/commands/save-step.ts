import { lockAccount } from '#backend/account-lock.ts'
import type { AreaDeps } from '#backend/area.ts'
import { comparedOf } from '#backend/application/public.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import { openCheck, prepareCheck } from '#backend/identity/public.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordChange } from '#backend/step/record-change.ts'
import { isUnder18 } from '#domain/application/answers.ts'
import { isOpenSuccession } from '#domain/succession/succession-states.ts'
import { toTokyoDate, tokyoDate } from '#domain/tokyo.ts'
import type { Input } from '#protocol/endpoint.ts'
import type { successionApi } from '#protocol/succession.ts'
import { triedMessage } from '../messages.ts'
import {
  findByNumber,
  findDeceased,
  requireAcceptedHere,
  requireFree,
} from '../queries/contract.ts'
import { findSubject } from '../queries/known.ts'
import {
  answersOf,
  deleteSuccession,
  findOwn,
  insertDraft,
  lockDraft,
  saveDraft,
  type Deceased,
  type SuccessionRow,
} from '../rows/successions.ts'

type Deps = Pick<AreaDeps, 'sealing'>
type Body = Input<typeof successionApi.successionPut>['body']
type ContractStep = Extract<Body, { step: 'contract' }>
type HeirStep = Extract<Body, { step: 'heir' }>

/** Counts one more try to find a contract. @throws RefusalError TOO_MANY_REQUESTS, the same for a number that is nobody's */
export type CountTries = {
  readonly byAsker: () => Promise<void>
  /** Whoever asks. */
  readonly byNumber: (phone: string) => Promise<void>
}

/** Saves one form of a succession; the first, about the person who has died, makes the draft. */
export async function saveStep(
  tx: Db,
  deps: Deps,
  who: AccountWho,
  { body, tries }: { readonly body: Body; readonly tries: CountTries },
): Promise<void> {
  await lockAccount(tx, who.accountId)
  if (body.step === 'contract') await saveContract(tx, deps, who, { body, tries })
  else await saveHeir(tx, deps, who, body)
}

/** Every try counts, by who asks and by the number: otherwise name and birthday could be found by trying one after the other. */
async function saveContract(
  tx: Db,
  { sealing }: Deps,
  { accountId, now }: AccountWho,
  { body, tries }: { readonly body: ContractStep; readonly tries: CountTries },
) {
  const { step: _, wish: request, ...typed } = body
  const deceased = { ...typed, birth: tokyoDate(typed.birth), diedOn: tokyoDate(typed.diedOn) }
  requireDays(deceased, toTokyoDate(now))
  const own = await findOwn(tx, accountId, { lock: true })
  if (own !== undefined && isOpenSuccession(own.state))
    throw new RefusalError('SUCCESSION_UNDER_WAY')
  await requireFree(tx, accountId, request)
  await tries.byAsker()
  if (!isKnown({ sealing }, own, deceased)) await tries.byNumber(deceased.phone)
  const found = await findDeceased(tx, sealing, deceased)
  // One's own contract is not inherited.
  if (found === undefined || found.accountId === accountId)
    throw new RefusalError('SUCCESSION_NOT_FOUND')
  const { contractId } = found
  await requireAcceptedHere(tx, contractId, now)
  if (own?.state !== 'draft') {
    await insertDraft(tx, sealing, {
      accountId,
      contractId,
      request,
      answers: { deceased },
      now,
    })
    return
  }
  const answers = { ...answersOf(sealing, own), deceased }
  await saveDraft(tx, sealing, own, answers, {
    contract_id: contractId,
    wish: request,
    changed_at: now,
  })
}

const foundBy = ['phone', 'lastNameKana', 'firstNameKana', 'birth'] as const

/** The account has found this contract before: what changes is the request or the day of death. */
function isKnown({ sealing }: Deps, own: SuccessionRow | undefined, given: Deceased): boolean {
  if (own?.state !== 'draft') return false
  const { deceased } = answersOf(sealing, own)
  return foundBy.every((name) => deceased[name] === given[name])
}

async function saveHeir(tx: Db, { sealing }: Deps, { accountId, now }: AccountWho, body: HeirStep) {
  const { step: _, ...typed } = body
  const row = await lockDraft(tx, accountId)
  const heir = { ...typed, birth: tokyoDate(typed.birth) }
  if (isUnder18(heir.birth, toTokyoDate(now))) throw new RefusalError('HOLDER_UNDER_AGE')
  const before = answersOf(sealing, row)
  const compared = comparedOf({ holder: before.heir })?.join('\n')
  const isOther = compared !== undefined && compared !== comparedOf({ holder: heir })?.join('\n')
  // Another person is checked anew.
  const identity_ref = isOther ? `${row.succession_id}-${now.epochMilliseconds}` : row.identity_ref
  await saveDraft(tx, sealing, row, { ...before, heir }, { identity_ref, changed_at: now })
}

function requireDays({ birth, diedOn }: { birth: string; diedOn: string }, today: string) {
  if (diedOn > today) throw fieldFault('diedOn', '今日までの日付を入力してください。')
  if (diedOn < birth) throw fieldFault('diedOn', '生年月日より後の日付を入力してください。')
}

const fieldFault = (field: string, sentence: string) =>
  new RefusalError({ code: 'VALIDATION_FAILED', fields: { [field]: [sentence] } })

/** @returns whether there was a draft */
export async function deleteDraft(
  tx: Db,
  { accountId }: Pick<AccountWho, 'accountId'>,
): Promise<boolean> {
  const row = await findOwn(tx, accountId, { lock: true })
  if (row?.state !== 'draft') return false
  await deleteSuccession(tx, row)
  return true
}

/** Begins the identity check of the heir. @throws RefusalError SUCCESSION_NONE, SUCCESSION_INCOMPLETE */
export async function beginIdentityCheck(
  tx: Db,
  deps: AreaDeps,
  { accountId, now }: AccountWho,
  back: string,
) {
  const row = await lockDraft(tx, accountId)
  if (answersOf(deps.sealing, row).heir === undefined)
    throw new RefusalError('SUCCESSION_INCOMPLETE')
  const { identity_ref: orderNo } = row
  await openCheck(tx, { accountId, contractId: null, orderNo, now })
  const subject = await findSubject(tx, deps, { accountId, orderNo })
  return prepareCheck(tx, deps, { accountId, now }, { orderNo, back, subject })
}

/**
 * Notifies the holder, once a day, that somebody has tried to find the contract by its number too often. The refusal rolls
 * the asker's transaction back, so this has one of its own.
 */
export async function notifyTried(
  deps: Pick<AreaDeps, 'database' | 'sealing' | 'outbox'>,
  who: Pick<AccountWho, 'now' | 'traceKey'>,
  phone: string,
): Promise<void> {
  await deps.database.db.transaction().execute(async (tx) => {
    const contract = await findByNumber(tx, deps.sealing, phone)
    if (contract === undefined) return
    const { contractId, accountId } = contract
    const message = triedMessage({ accountId, on: toTokyoDate(who.now) })
    const known = await findRow(
      tx,
      'notice',
      { account_id: accountId, source_ref: message.sourceRef },
      'notice_id',
    )
    if (known !== undefined) return
    await recordChange(
      tx,
      deps,
      { actor: 'system', contractId, accountId, ...who },
      { action: 'succession-tried-too-often', target: contractId, message: () => message },
    )
  })
}
