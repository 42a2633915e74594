import { lockAccount } from '#backend/account-lock.ts'
import type { AreaDeps } from '#backend/area.ts'
import { comparedOf } from '#backend/application/save-step.ts'
import { accountOf, type Caller } from '#backend/caller.ts'
import { findLivingContract } from '#backend/contract/of-account.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { isUnder18 } from '#domain/application/answers.ts'
import { toTokyoDate, tokyoDate } from '#domain/tokyo.ts'
import type { Input } from '#protocol/endpoint.ts'
import type { successionApi } from '#protocol/succession.ts'
import type { SuccessionWish } from '#vocabulary/succession.ts'
import { findDeceased } from './deceased.ts'
import {
  answersOf,
  findOwn,
  insertDraft,
  lockDraft,
  saveDraft,
  type Deceased,
  type SuccessionRow,
} from './rows.ts'
import type { Tries } from './tries.ts'
import { requireTakenHere } from './in-vain.ts'
import { isOpenSuccession } from '#domain/succession/succession-states.ts'

type Body = Input<typeof successionApi.successionPut>['body']
type ContractStep = Extract<Body, { step: 'contract' }>
type HeirStep = Extract<Body, { step: 'heir' }>

/** Saves one form of a succession; the first, about the person who has died, makes it. */
export function createSaveStep({ sealing, tries }: Pick<AreaDeps, 'sealing'> & { tries: Tries }) {
  async function save(caller: Caller, body: Body) {
    await lockAccount(caller.db, accountOf(caller).accountId)
    if (body.step === 'contract') await saveContract(caller, body)
    else await saveHeir(caller, body)
    return { saved: true }
  }

  /** Every try counts, by who asks and by the number: name and birthday are looked for one after the other otherwise. */
  async function saveContract(caller: Caller, body: ContractStep) {
    const { db: tx, now } = caller
    const { accountId } = accountOf(caller)
    const { step: _, wish, ...typed } = body
    const deceased = { ...typed, birth: tokyoDate(typed.birth), diedOn: tokyoDate(typed.diedOn) }
    requireDays(deceased, toTokyoDate(now))
    const own = await findOwn(tx, accountId, { lock: true })
    if (own !== undefined && isOpenSuccession(own.state))
      throw new RefusalError('SUCCESSION_UNDER_WAY')
    await requireFree(tx, accountId, wish)
    await caller.count?.('applicationLookups')
    if (!isKnown(own, deceased)) await tries.count(caller, deceased.phone)
    const found = await findDeceased(tx, sealing, deceased)
    // One's own contract is not inherited.
    if (found === undefined || found.accountId === accountId)
      throw new RefusalError('SUCCESSION_NOT_FOUND')
    const { contractId } = found
    await requireTakenHere(tx, contractId, now)
    if (own?.state !== 'draft') {
      await insertDraft(tx, sealing, { accountId, contractId, wish, answers: { deceased }, now })
      return
    }
    const answers = { ...answersOf(sealing, own), deceased }
    await saveDraft(tx, sealing, own, { answers, contractId, wish, now })
  }

  /** Said again by whom it was found for: what is changed is the wish or the day. */
  function isKnown(own: SuccessionRow | undefined, given: Deceased): boolean {
    if (own?.state !== 'draft') return false
    const { deceased } = answersOf(sealing, own)
    return foundBy.every((name) => deceased[name] === given[name])
  }

  async function saveHeir(caller: Caller, body: HeirStep) {
    const { db: tx, now } = caller
    const row = await lockDraft(tx, accountOf(caller).accountId)
    const { step: _, ...typed } = body
    const heir = { ...typed, birth: tokyoDate(typed.birth) }
    if (isUnder18(heir.birth, toTokyoDate(now))) throw new RefusalError('HOLDER_UNDER_AGE')
    const before = answersOf(sealing, row)
    const compared = comparedOf({ holder: before.heir })?.join('\n')
    const isOther = compared !== undefined && compared !== comparedOf({ holder: heir })?.join('\n')
    await saveDraft(tx, sealing, row, {
      answers: { ...before, heir },
      ...(isOther ? { identityRef: `${row.succession_id}-${now.epochMilliseconds}` } : {}),
      now,
    })
  }

  return save
}

const foundBy = ['phone', 'lastNameKana', 'firstNameKana', 'birth'] as const

/** One person has one contract; a member may still end the contract of another. @throws RefusalError HEIR_HAS_CONTRACT */
export async function requireFree(db: Db, accountId: string, wish: SuccessionWish) {
  if (wish === 'take_over' && (await findLivingContract(db, accountId)) !== undefined)
    throw new RefusalError('HEIR_HAS_CONTRACT')
}

function requireDays({ birth, diedOn }: { birth: string; diedOn: string }, today: string) {
  if (diedOn > today) throw fieldFault('diedOn', '今日までの日付を入力してください。')
  if (diedOn < birth) throw fieldFault('diedOn', '生年月日より後の日付を入力してください。')
}

const fieldFault = (field: string, sentence: string) =>
  new RefusalError({ code: 'VALIDATION_FAILED', fields: { [field]: [sentence] } })
