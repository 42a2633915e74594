import { findLivingContract } from '#backend/contract/of-account.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { findOffered } from '#backend/handover/public.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { isTakenOver, orderedLines, type Answers } from '#domain/application/answers.ts'
import { applyStep, withLine } from '#domain/application/apply-step.ts'
import { stepKey } from '#domain/application/steps.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { toStepAnswer, type WireStep } from '../queries/step-answer.ts'
import { answersOf } from '../rows/answers.ts'
import {
  bindToAccount,
  findApplication,
  insertApplication,
  saveAnswers,
  type Applicant,
  type ApplicationRow,
} from '../rows/applications.ts'

type Deps = { readonly sealing: Sealing }
type Saved = {
  readonly row: ApplicationRow
  /** For the browser's cookie; of an application that was begun by this step. */
  readonly secret?: string
}

/** The holder's values that an identity check compares: where one of them changes, another check is needed. */
export const comparedOf = ({ holder }: Pick<Answers, 'holder'>) =>
  holder && [
    holder.lastName,
    holder.firstName,
    holder.birth,
    holder.region,
    holder.locality,
    holder.street,
  ]

/** Saves one step's answers; the first step begins the application. @throws RefusalError why it is not taken */
export async function saveStep(
  tx: Db,
  { sealing }: Deps,
  who: Applicant,
  body: WireStep,
): Promise<Saved> {
  const { now } = who
  const { row, secret } = await lockOrBegin(tx, { sealing }, who, body)
  requireUnchanged(row, body)
  const before = answersOf(sealing, row)
  const answers = isTakeover(body)
    ? await withTakeover(tx, { sealing }, who, { before, body })
    : await withAnswer(who, before, body)
  const identityRef = `${row.application_id}-${row.version + 1}`
  const change = {
    answers,
    step: stepKey(body),
    ...(isOtherPerson(before, answers) ? { identityRef } : {}),
  }
  const saved = await saveAnswers(tx, sealing, row, change, now)
  return { row: saved, ...(secret !== undefined && { secret }) }
}

async function withAnswer(who: Applicant, before: Answers, body: WireStep) {
  // The page says at once whether the giver has named this holder: a guess at kana and birthday, counted by the number.
  const { handoverNo } = orderedLines(before).find(isTakenOver) ?? {}
  if (body.step === 'holder' && handoverNo !== undefined)
    await who.countAbout?.('handoverNumbers', handoverNo)
  return requireOk(applyStep(before, toStepAnswer(body, who.now), toTokyoDate(who.now)))
}

type TakeoverStep = Extract<WireStep, { step: 'number' }> & { readonly by: 'handover' }
const isTakeover = (body: WireStep): body is TakeoverStep =>
  body.step === 'number' && body.by === 'handover'

/** Hand-over number and phone number together find the line, which has its kind and its SIM. @throws RefusalError HANDOVER_UNKNOWN */
async function withTakeover(
  tx: Db,
  deps: Deps,
  { now, count, countAbout }: Applicant,
  { before, body }: { readonly before: Answers; readonly body: TakeoverStep },
): Promise<Answers> {
  const { line, handoverNo = '', number = '' } = body
  if (line > before.lineCount) throw new RefusalError('LINE_LIMIT_REACHED')
  if (before.lineCount > 1) throw new RefusalError('HANDOVER_ALONE')
  await count?.('attempts')
  await countAbout?.('handoverNumbers', handoverNo)
  await countAbout?.('handoverNumbers', number)
  const offered = await findOffered(tx, deps, { handoverNo, number }, now)
  if (offered?.isFree !== true) throw new RefusalError('HANDOVER_UNKNOWN')
  const { kind, simSize: size } = offered
  return withLine(before, line, { by: 'handover', handoverNo, number, kind, size })
}

/** The application under way, or a new one; only the first question begins one, and that is counted. */
async function lockOrBegin(
  tx: Db,
  { sealing }: Deps,
  who: Applicant,
  { step }: WireStep,
): Promise<Saved> {
  const { now } = who
  const accountId = who.signedIn?.accountId
  const found = await findApplication(tx, who, { lock: true })
  if (found?.state === 'open') {
    // The cookie alone neither shows nor changes what belongs to an account: another person may use the browser by now.
    if (accountId === undefined && found.account_id !== null)
      throw new RefusalError('NOT_SIGNED_IN')
    const isNobodys = accountId !== undefined && found.account_id === null
    return { row: isNobodys ? await bindToAccount(tx, found, accountId, now) : found }
  }
  // A new one may follow one that is over, or one of another person who has used this browser.
  if (step !== 'plan')
    throw new RefusalError(found === undefined ? 'APPLICATION_NONE' : 'APPLICATION_SUBMITTED')
  if (accountId !== undefined && (await findLivingContract(tx, accountId)) !== undefined)
    throw new RefusalError('ACCOUNT_HAS_CONTRACT')
  await who.count?.('applications')
  return insertApplication(tx, sealing, { accountId, now })
}

/** Another tab may have saved another step meanwhile, but not this one. */
function requireUnchanged(row: ApplicationRow, body: WireStep) {
  const savedAt = row.step_versions[stepKey(body)] ?? 0
  if (savedAt > body.version) throw new RefusalError('APPLICATION_CHANGED')
}

function isOtherPerson(before: Answers, after: Answers): boolean {
  const compared = comparedOf(before)
  return compared !== undefined && compared.join('\n') !== comparedOf(after)?.join('\n')
}
