import { isLineStep, lineSteps, type ApplicationStep } from '#vocabulary/application.ts'
import { isPlanCode, planOn } from '../catalogue/plan.ts'
import { options } from '../catalogue/option.ts'
import { ruleValue } from '../catalogue/rules.ts'
import { lacksConsent } from '../guardian/consent.ts'
import type { IdentityState } from '../identity/identity-states.ts'
import { addDays, type TokyoDate } from '../tokyo.ts'
import {
  asksIdentity,
  isTakenOver,
  isUnder18,
  orderedLines,
  type Answers,
  type ChosenOption,
  type ApplicationLine,
} from './answers.ts'
import type { StepRefusal } from './refusal.ts'

export type StepPlace = { readonly step: ApplicationStep; readonly line?: number }

export type StepState = StepPlace & {
  readonly done: boolean
  /** Why the answer is not valid, or not any more. */
  readonly problem?: StepRefusal | undefined
}

/** What the steps are judged by besides the answers. */
export type StepFacts = {
  readonly today: TokyoDate
  readonly isSignedIn: boolean
  readonly identity: IdentityState
  /** A card is registered that is good for this month. */
  readonly hasCard: boolean
  readonly termsVersion: string
  /** The holder, whose document has been read, has a contract already. */
  readonly isContracted?: boolean
  /** The line that is to be taken over, where there is one. */
  readonly handover?: {
    /** Whether this application can still take it. */
    readonly isFree: boolean
    /** Whether the giver has named this holder. */
    readonly isNamed: boolean
  }
}

/** All steps of this application, in their order, each with what it still lacks. */
export function stepsOf(answers: Answers, facts: StepFacts): readonly StepState[] {
  const lines = orderedLines(answers)
  const perLine = lines.flatMap((line, n) =>
    lineSteps
      .filter((step) => isAsked(step, line))
      .map((step) => ({ step, line: n + 1, ...lineStep(step, line, lines.slice(0, n), facts) })),
  )
  const asked: readonly StepState[] = [
    { step: 'plan', ...planStep(answers, facts.today) },
    ...perLine,
    { step: 'options', ...optionsStep(answers) },
    { step: 'account', done: facts.isSignedIn },
    { step: 'holder', ...holderStep(answers, facts) },
    ...(asksIdentity(answers, facts.today)
      ? [{ step: 'identity', ...identityStep(facts) } as const]
      : []),
    { step: 'card', done: facts.hasCard },
    { step: 'terms', ...termsStep(answers, facts) },
    { step: 'confirm', done: false },
  ]
  return asked
}

/** The first step that is still to be done. */
export function nextStep(steps: readonly StepState[]): StepPlace {
  const { step, line } = steps.find(({ done }) => !done) ?? { step: 'confirm' as const }
  return line === undefined ? { step } : { step, line }
}

/** Only voice lines bring a number along: for others there is nothing to choose. A line that is taken over has its kind and its SIM. */
function isAsked(step: (typeof lineSteps)[number], line: ApplicationLine): boolean {
  if (isTakenOver(line)) return step === 'number' || step === 'user'
  return step !== 'number' || line.kind === 'voice'
}

type Judged = Pick<StepState, 'done' | 'problem'>
const done: Judged = { done: true }
const open: Judged = { done: false }
const wrong = (problem: StepRefusal): Judged => ({ done: false, problem })

export function planProblem(plan: number, lineCount: number, on: TokyoDate) {
  if (!isPlanCode(plan)) return 'PLAN_NOT_ON_SALE'
  if (lineCount > ruleValue('linesMax', on)) return 'LINE_LIMIT_REACHED'
  if (lineCount > 1 && !planOn(plan, on).shareable) return 'PLAN_NOT_SHAREABLE'
  return undefined
}

function planStep(answers: Answers, on: TokyoDate): Judged {
  const { plan, lineCount } = answers
  if (plan === undefined) return open
  // A contract begins with its first line: a line that comes with the month rollover comes alone.
  if (lineCount > 1 && orderedLines(answers).some(isTakenOver)) return wrong('HANDOVER_ALONE')
  const problem = planProblem(plan, lineCount, on)
  return problem === undefined ? done : wrong(problem)
}

function lineStep(
  step: (typeof lineSteps)[number],
  line: ApplicationLine,
  before: readonly ApplicationLine[],
  { today, handover }: StepFacts,
): Judged {
  switch (step) {
    case 'kind':
      return line.kind === undefined ? open : done
    case 'sim':
      if (line.size === undefined || (line.size === 'esim' && line.eid === undefined)) return open
      return eidProblem(line, before) ?? done
    case 'number':
      if (line.by === undefined) return open
      if (isTakenOver(line)) return takeoverStep(line, handover)
      return numberProblem(line, before, today) ?? (isAwaited(line) ? open : done)
    case 'user':
      // Without consent to a minor's data the step is asked again.
      return line.user === undefined || lacksConsent(line, today) ? open : done
  }
}

function eidProblem({ size, eid }: ApplicationLine, others: readonly ApplicationLine[]) {
  const isTaken = others.some((other) => other.size === 'esim' && other.eid === eid)
  return size === 'esim' && isTaken ? wrong('EID_REPEATED') : undefined
}

const isBrought = ({ kind, by }: ApplicationLine) =>
  kind === 'voice' && (by === 'reservation' || by === 'oneStop')

function numberProblem(
  line: ApplicationLine,
  others: readonly ApplicationLine[],
  today: TokyoDate,
) {
  if (!isBrought(line)) return undefined
  if (others.some((other) => isBrought(other) && other.number === line.number))
    return wrong('NUMBER_REPEATED')
  if (line.by === 'reservation' && (line.lastDay === undefined || isTooShort(line.lastDay, today)))
    return wrong('PORT_IN_EXPIRES_SOON')
  if (line.by === 'oneStop' && isLapsed(line, today)) return wrong('ONE_STOP_NOT_DONE')
  return undefined
}

/** A reservation number is valid for fifteen days, the day of its issue included. */
const RESERVATION_DAYS = 15

/** The last days of validity that leave enough time to use a reservation number. */
export const portInLastDays = (today: TokyoDate): readonly TokyoDate[] =>
  Array.from({ length: RESERVATION_DAYS }, (_, n) => addDays(today, n)).filter(
    (day) => !isTooShort(day, today),
  )

/** Whether a reservation number that is valid until this day expires before it can be used. */
export function isTooShort(lastDay: TokyoDate, today: TokyoDate): boolean {
  return lastDay < addDays(today, ruleValue('mnpInRemainingDays', today))
}

function isLapsed({ oneStop, number }: ApplicationLine, today: TokyoDate): boolean {
  if (oneStop?.number !== number) return false
  if (oneStop?.state === 'cancelled') return true
  return oneStop?.lastDay !== undefined && oneStop.lastDay < today
}

/** Whether the consent at the old carrier's page is still missing for this number. */
function isAwaited({ by, oneStop, number }: ApplicationLine): boolean {
  return by === 'oneStop' && (oneStop?.state !== 'done' || oneStop.number !== number)
}

function optionsStep(answers: Answers): Judged {
  if (answers.options === undefined) return open
  const problem = optionsProblem(answers.options, orderedLines(answers))
  return problem === undefined ? done : wrong(problem)
}

/** Every option must fit its line, and no two of a line may exclude each other. */
export function optionsProblem(chosen: readonly ChosenOption[], lines: readonly ApplicationLine[]) {
  for (const { code, line } of chosen) {
    const { scope, kinds, excludes } = options[code]
    const on = scope === 'contract' ? lines : [lines[(line ?? 0) - 1]]
    if (!on.some((one) => one?.kind !== undefined && kinds.includes(one.kind)))
      return 'OPTION_NOT_FOR_LINE_KIND'
    if (chosen.some((other) => other.line === line && excludes.includes(other.code)))
      return 'OPTION_EXCLUDED'
  }
  return undefined
}

function takeoverStep({ handoverNo }: ApplicationLine, handover: StepFacts['handover']): Judged {
  if (handoverNo === undefined) return open
  return handover?.isFree === true ? done : wrong('HANDOVER_UNKNOWN')
}

function holderStep(
  answers: Answers,
  { today, handover, isContracted = false }: StepFacts,
): Judged {
  const { holder } = answers
  if (holder === undefined) return open
  if (isUnder18(holder.birth, today)) return wrong('HOLDER_UNDER_AGE')
  if (isContracted) return wrong('PERSON_HAS_CONTRACT')
  const isOther = orderedLines(answers).some(isTakenOver) && handover?.isNamed === false
  return isOther ? wrong('HANDOVER_OTHER_PERSON') : done
}

function identityStep({ identity }: StepFacts): Judged {
  if (identity === 'matched' || identity === 'manual') return done
  const isFresh = identity === 'not_required' || identity === 'waiting' || identity === 'reading'
  return isFresh ? open : wrong('IDENTITY_NOT_DONE')
}

function termsStep({ termsVersion }: Answers, facts: StepFacts): Judged {
  if (termsVersion === undefined) return open
  return termsVersion === facts.termsVersion ? done : wrong('TERMS_OUTDATED')
}

/** The key under which the version that last saved a step is stored: `kind.2`. */
export function stepKey({ step, line }: StepPlace): string {
  return isLineStep(step) ? `${step}.${line ?? 1}` : step
}
