import { writeCard } from '#backend/billing/public.ts'
import { insertContract } from '#backend/contract/change.ts'
import { writeHolderIndexes } from '#backend/contract/holder-indexes.ts'
import { personIndexes } from '#backend/contract/person-indexes.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readProfile, writeProfile } from '#backend/holder.ts'
import { beginOpening, type OpeningDeps } from '#backend/opening/public.ts'
import { requireOk } from '#backend/refusal.ts'
import type { Acting, StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import type { HolderAnswers } from '#domain/application/answers.ts'
import { isPlanCode } from '#domain/catalogue/plan.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { personOf } from '../queries/person.ts'
import { answersOf } from '../rows/answers.ts'
import type { ApplicationRow } from '../rows/applications.ts'
import { takeApplicationCard } from '../rows/card.ts'
import { applications } from '../steps.ts'

/** Makes the contract (its row, card, holder and profile) and begins its opening, in one transaction. */
export async function acceptApplication(
  tx: Db,
  deps: OpeningDeps & StepDeps,
  by: Acting,
  row: ApplicationRow,
  step: 'accepted' | 'accepted_after_review',
): Promise<ApplicationRow> {
  const { sealing } = deps
  const { now } = by
  const answers = answersOf(sealing, row)
  const { account_id: accountId, order_no: applicationNo } = row
  const { holder, plan = 0, termsVersion = '' } = answers
  if (accountId === null || applicationNo === null || holder === undefined || !isPlanCode(plan))
    throw new Error(`${row.application_id} was submitted without what a contract needs`)
  const contractId = newId('con')
  await insertContract(tx, {
    contract_id: contractId,
    account_id: accountId,
    plan_code: plan,
    course: answers.lineCount > 1 ? 'share' : 'single',
    status: requireOk(contractStates.next('applied', 'application_accepted', by.actor)),
    applied_at: row.submitted_at ?? now,
  })
  const card = await takeApplicationCard(tx, sealing, row)
  if (card !== undefined) await writeCard(tx, sealing, contractId, card, now)
  await saveHolderProfile(tx, sealing, accountId, holder)
  await writeHolderIndexes(tx, contractId, personIndexes(sealing, personOf(holder)))
  const accepted = await takeStep(tx, deps, by, applications, {
    row,
    step,
    patch: { contract_id: contractId },
    details: { terms: termsVersion, agreedAt: answers.termsAgreedAt },
  })
  await beginOpening(tx, deps, { contractId, accountId, now }, { answers, applicationNo })
  return accepted
}

/** Saves what the holder has typed as the account's profile; the mail address stays the one that the provider has confirmed. */
export async function saveHolderProfile(
  tx: Db,
  sealing: Sealing,
  accountId: string,
  holder: HolderAnswers,
): Promise<void> {
  const known = await readProfile(tx, sealing, accountId)
  const { birth, ...typed } = holder
  const [birthYear = '', birthMonth = '', birthDay = ''] = birth.split('-')
  await writeProfile(tx, sealing, accountId, {
    ...known,
    ...typed,
    name: `${holder.lastName} ${holder.firstName}`,
    birthYear,
    birthMonth: String(Number(birthMonth)),
    birthDay: String(Number(birthDay)),
  })
}
