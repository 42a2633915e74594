import type { AreaDeps } from '#backend/area.ts'
import type { Caller } from '#backend/caller.ts'
import { RefusalError } from '#backend/refusal.ts'
import { findLivingContract } from '#backend/contract/of-account.ts'
import {
  isTakenOver,
  isUnder18,
  orderedLines,
  withLine,
  type Answers,
  type ChosenOption,
} from '#domain/application/answers.ts'
import { optionsProblem, planProblem, stepKey, isTooShort } from '#domain/application/steps.ts'
import { formatRfc3339, tokyoDate, toTokyoDate, type TokyoDate } from '#domain/tokyo.ts'
import { options } from '#domain/catalogue/option.ts'
import type { LineKind } from '#vocabulary/line.ts'
import type { Takeovers } from './opening-port.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import type { Input } from '#protocol/endpoint.ts'
import type { applicationApi } from '#protocol/application.ts'
import {
  answersOf,
  bindToAccount,
  findApplication,
  insertApplication,
  saveAnswers,
  type ApplicationRow,
} from './rows.ts'
import { applicationTerms } from './terms.ts'

type Step = Input<typeof applicationApi.applicationPut>['body']

/** What an identity check holds of the contract holder: another one is needed when it is changed after one began. */
export const comparedOf = ({ holder }: Pick<Answers, 'holder'>) =>
  holder && [
    holder.lastName,
    holder.firstName,
    holder.birth,
    holder.region,
    holder.locality,
    holder.street,
  ]

/** Saves one step's answers; the first makes the application. @throws RefusalError why it is not taken */
export function createSaveStep(
  { sealing }: Pick<AreaDeps, 'sealing'>,
  takeovers: Pick<Takeovers, 'find'>,
) {
  return async function save(caller: Caller, body: Step) {
    const { row, secret } = await openFor(caller, body)
    requireUnchanged(row, body)
    const before = answersOf(sealing, row)
    await countNamed(before, body, caller)
    const answers = isTakeover(body)
      ? await takenOver(before, body, caller)
      : applied(before, body, caller)
    const saved = await saveAnswers(
      caller.db,
      sealing,
      row,
      {
        answers,
        step: stepKey(body),
        ...(isOtherPerson(before, answers)
          ? { identityRef: `${row.application_id}-${row.version + 1}` }
          : {}),
      },
      caller.now,
    )
    return { row: saved, answers, secret }
  }

  /** Number and phone number together find the line, which has its kind and its SIM. @throws RefusalError HANDOVER_UNKNOWN */
  async function takenOver(before: Answers, body: TakeoverStep, caller: Caller): Promise<Answers> {
    const { line, handoverNo = '', number = '' } = body
    if (inRange(before, line).lineCount > 1) throw new RefusalError('HANDOVER_ALONE')
    await caller.count?.('attempts')
    await caller.countAbout?.('handoverNumbers', handoverNo)
    await caller.countAbout?.('handoverNumbers', number)
    const offered = await takeovers.find(caller.db, { handoverNo, number }, caller.now)
    if (offered?.isFree !== true) throw new RefusalError('HANDOVER_UNKNOWN')
    const { kind, simSize: size } = offered
    return withLine(before, line, { by: 'handover', handoverNo, number, kind, size })
  }

  /** Whether the giver has named this person is told at once: a guess at kana and birthday, counted by the number. */
  async function countNamed(before: Answers, { step }: Step, caller: Caller) {
    const { handoverNo } = orderedLines(before).find(isTakenOver) ?? {}
    if (step === 'holder' && handoverNo !== undefined)
      await caller.countAbout?.('handoverNumbers', handoverNo)
  }

  /** The application under way; begun with the first question only, and counted. */
  async function openFor(
    caller: Caller,
    { step }: Step,
  ): Promise<{ row: ApplicationRow; secret?: string }> {
    const { db, now, signedIn } = caller
    const accountId = signedIn?.accountId
    const found = await findApplication(db, caller, { lock: true })
    if (found?.state === 'open') {
      if (found.account_id === null)
        return {
          row: accountId === undefined ? found : await bindToAccount(db, found, accountId, now),
        }
      // The cookie alone neither shows nor changes what belongs to an account: it may be another's browser by now.
      if (accountId === undefined) throw new RefusalError('NOT_SIGNED_IN')
      return { row: found }
    }
    // A new one may follow one that is over, or that of another who has used this browser.
    if (step !== 'plan')
      throw new RefusalError(found === undefined ? 'APPLICATION_NONE' : 'APPLICATION_SUBMITTED')
    if (accountId !== undefined && (await findLivingContract(db, accountId)) !== undefined)
      throw new RefusalError('ACCOUNT_HAS_CONTRACT')
    await caller.count?.('applications')
    return insertApplication(db, sealing, { accountId, now })
  }
}

/** Another tab may have saved another step meanwhile, but not this one. */
function requireUnchanged(row: ApplicationRow, body: Step) {
  const savedAt = row.step_versions[stepKey(body)] ?? 0
  if (savedAt > body.version) throw new RefusalError('APPLICATION_CHANGED')
}

function isOtherPerson(before: Answers, after: Answers): boolean {
  const compared = comparedOf(before)
  return compared !== undefined && compared.join('\n') !== comparedOf(after)?.join('\n')
}

type TakeoverStep = NumberStep & { readonly by: 'handover' }
const isTakeover = (body: Step): body is TakeoverStep =>
  body.step === 'number' && body.by === 'handover'

/** The answers with this step's; what is plainly wrong is refused here, what becomes so later is a problem of its step. */
function applied(before: Answers, body: Step, { now }: Pick<Caller, 'now'>): Answers {
  const today = toTokyoDate(now)
  switch (body.step) {
    case 'plan': {
      refuseIf(planProblem(body.plan, body.lines, today))
      const answers = { ...before, plan: body.plan, lineCount: body.lines }
      return (body.kinds ?? []).reduce<Answers>(
        (told, kind, n) => withLine(told, n + 1, { kind }),
        answers,
      )
    }
    case 'kind':
      return withKind(inRange(before, body.line), body.line, body.kind)
    case 'sim': {
      const { size, eid } = body
      if (size === 'esim' && others(before, body.line).some((one) => one.eid === eid))
        refuseIf('EID_REPEATED')
      return withLine(inRange(before, body.line), body.line, {
        size,
        ...(size === 'esim' && { eid }),
      })
    }
    case 'number':
      return withNumber(inRange(before, body.line), body, today)
    case 'user':
      requireBorn(body.birth, today)
      return withLine(inRange(before, body.line), body.line, {
        user: body.user,
        birth: body.user === 'family' && body.birth ? tokyoDate(body.birth) : undefined,
        nickname: body.nickname || undefined,
      })
    case 'options': {
      const chosen = chosenOf(body)
      refuseIf(optionsProblem(chosen, orderedLines(before)))
      return { ...before, options: chosen }
    }
    case 'holder': {
      const { step: _, version: __, ...holder } = body
      requireBorn(holder.birth, today)
      const birth = tokyoDate(holder.birth)
      if (isUnder18(birth, today)) refuseIf('HOLDER_UNDER_AGE')
      return { ...before, holder: { ...holder, birth } }
    }
    case 'terms':
      if (body.termsVersion !== applicationTerms.version) refuseIf('TERMS_OUTDATED')
      return { ...before, termsVersion: body.termsVersion, termsAgreedAt: formatRfc3339(now) }
  }
}

/** Taking over is an answer to where the number comes from; another kind is not taken over any more. */
function withKind(before: Answers, line: number, kind: LineKind | 'handover'): Answers {
  if (kind === 'handover') {
    if (before.lineCount > 1) refuseIf('HANDOVER_ALONE')
    // Reckoned as the dearest kind until the number says which it is: no fee for a SIM is shown meanwhile.
    const { kind: known = 'voice' } = orderedLines(before)[line - 1] ?? {}
    return withLine(before, line, { by: 'handover', handoverNo: undefined, kind: known })
  }
  const isOver = orderedLines(before)[line - 1]?.by === 'handover'
  return withLine(before, line, { kind, ...(isOver && { by: undefined, size: undefined }) })
}

/** @throws RefusalError at the field */
function requireBorn(birth: string | undefined, today: TokyoDate) {
  if (birth === undefined || birth <= today) return
  const birthError = ['生年月日が先の日付です。西暦から確かめてください。']
  throw new RefusalError({ code: 'VALIDATION_FAILED', fields: { birth: birthError } })
}

function refuseIf(code: ErrorCode | undefined) {
  if (code !== undefined) throw new RefusalError(code)
}

/** A line of this application; the form names it. */
function inRange(answers: Answers, line: number): Answers {
  if (line > answers.lineCount) throw new RefusalError('LINE_LIMIT_REACHED')
  return answers
}

const others = (answers: Answers, line: number) =>
  orderedLines(answers).filter((_, n) => n !== line - 1)

type NumberStep = Extract<Step, { step: 'number' }>

function withNumber(before: Answers, body: NumberStep, today: TokyoDate): Answers {
  const { line, by, number } = body
  if (by === 'new' || by === 'handover') return withLine(before, line, { by })
  if (orderedLines(before)[line - 1]?.kind !== 'voice') refuseIf('NUMBER_NOT_PORTABLE')
  const isTwice = others(before, line).some(
    (one) => one.kind === 'voice' && one.by !== 'new' && one.number === number,
  )
  if (isTwice) refuseIf('NUMBER_REPEATED')
  if (by === 'oneStop') return withLine(before, line, { by, number })
  const lastDay = body.lastDay && tokyoDate(body.lastDay)
  if (lastDay !== undefined && isTooShort(lastDay, today)) refuseIf('PORT_IN_EXPIRES_SOON')
  return withLine(before, line, { by, number, reservationNo: body.reservationNo, lastDay })
}

/** As the boxes of the form say it; where calls are forwarded to is asked for each line apart. */
function chosenOf(body: Extract<Step, { step: 'options' }>): readonly ChosenOption[] {
  const forwardTo = [body.forwardTo1, body.forwardTo2, body.forwardTo3]
  return body.options.map(({ line, optionCode }) => {
    const chosen: ChosenOption = {
      ...(options[optionCode].scope === 'line' && { line }),
      code: optionCode,
    }
    if (options[optionCode].asks !== 'forwardTo') return chosen
    const number = line === undefined ? undefined : forwardTo[line - 1]
    if (number === undefined)
      throw new RefusalError({
        code: 'VALIDATION_FAILED',
        fields: { [`forwardTo${line ?? 1}`]: ['転送先の電話番号を入力してください。'] },
      })
    return { ...chosen, forwardTo: number }
  })
}
