import type { LineUser } from '#vocabulary/application.ts'
import type { LineKind, SimSize } from '#vocabulary/line.ts'
import { ok, refused, type Outcome } from '../outcome.ts'
import type { TokyoDate } from '../tokyo.ts'
import {
  isUnder18,
  isUsedByMinor,
  orderedLines,
  type Answers,
  type ApplicationLine,
  type ChosenOption,
  type HolderAnswers,
} from './answers.ts'
import type { StepRefusal } from './refusal.ts'
import { isTooShort, optionsProblem, planProblem } from './steps.ts'

/** The answers of one step, as its form gives them; a step of a line names the line, counted from 1. */
export type StepAnswer =
  | {
      readonly step: 'plan'
      readonly plan: number
      readonly lines: number
      /** Carried over from the fee simulator, the first line first. */
      readonly kinds?: readonly LineKind[] | undefined
    }
  | { readonly step: 'kind'; readonly line: number; readonly kind: LineKind | 'handover' }
  | SimAnswer
  | NumberAnswer
  | ({ readonly step: 'user'; readonly line: number; readonly user: LineUser } & Pick<
      ApplicationLine,
      'birth' | 'guardian' | 'nickname'
    >)
  | { readonly step: 'options'; readonly options: readonly ChosenOption[] }
  | { readonly step: 'holder'; readonly holder: HolderAnswers }
  | { readonly step: 'terms'; readonly termsVersion: string; readonly termsAgreedAt: string }

type SimAnswer = {
  readonly step: 'sim'
  readonly line: number
  readonly size: SimSize
  readonly eid?: string | undefined
}

type NumberAnswer = { readonly step: 'number'; readonly line: number } & Pick<
  ApplicationLine,
  'by' | 'number' | 'reservationNo' | 'lastDay'
>

type Applied = Outcome<Answers, StepRefusal>

/** The answers with this step's. What is plainly wrong is refused; what becomes wrong later is a problem of its step. */
export function applyStep(before: Answers, answer: StepAnswer, today: TokyoDate): Applied {
  if ('line' in answer && answer.line > before.lineCount) return refused('LINE_LIMIT_REACHED')
  switch (answer.step) {
    case 'plan':
      return withPlan(before, answer, today)
    case 'kind':
      return withKind(before, answer.line, answer.kind)
    case 'sim':
      return withSim(before, answer)
    case 'number':
      return withNumber(before, answer, today)
    case 'user': {
      const { line, user, birth, guardian, nickname } = answer
      const isMinor = isUsedByMinor({ user, birth }, today)
      return ok(
        withLine(before, line, {
          user,
          birth: user === 'family' ? birth : undefined,
          guardian: isMinor ? guardian : undefined,
          nickname,
        }),
      )
    }
    case 'options':
      return unless(optionsProblem(answer.options, orderedLines(before)), {
        ...before,
        options: answer.options,
      })
    case 'holder':
      return isUnder18(answer.holder.birth, today)
        ? refused('HOLDER_UNDER_AGE')
        : ok({ ...before, holder: answer.holder })
    case 'terms': {
      const { termsVersion, termsAgreedAt } = answer
      return ok({ ...before, termsVersion, termsAgreedAt })
    }
  }
}

const unless = (problem: StepRefusal | undefined, answers: Answers): Applied =>
  problem === undefined ? ok(answers) : refused(problem)

/** The answers with a change of one line, counted from 1. */
export function withLine(answers: Answers, line: number, change: ApplicationLine): Answers {
  const length = Math.max(answers.lines.length, line)
  const lines = Array.from({ length }, (_, n) =>
    n === line - 1 ? { ...answers.lines[n], ...change } : (answers.lines[n] ?? {}),
  )
  return { ...answers, lines }
}

function withPlan(
  before: Answers,
  { plan, lines, kinds = [] }: Extract<StepAnswer, { step: 'plan' }>,
  today: TokyoDate,
): Applied {
  const planned: Answers = { ...before, plan, lineCount: lines }
  const answers = kinds.reduce<Answers>((all, kind, n) => withLine(all, n + 1, { kind }), planned)
  return unless(planProblem(plan, lines, today), answers)
}

/** A line that is taken over is an answer to where its number comes from; choosing another kind takes that back. */
function withKind(before: Answers, line: number, kind: LineKind | 'handover'): Applied {
  const { by, kind: known = 'voice' } = orderedLines(before)[line - 1] ?? {}
  if (kind !== 'handover')
    return ok(
      withLine(before, line, {
        kind,
        ...(by === 'handover' && { by: undefined, size: undefined }),
      }),
    )
  if (before.lineCount > 1) return refused('HANDOVER_ALONE')
  // Priced as a voice line, the dearest kind, until the number says which it is: no fee for a SIM is shown meanwhile.
  return ok(withLine(before, line, { by: 'handover', handoverNo: undefined, kind: known }))
}

function withSim(before: Answers, { line, size, eid }: SimAnswer): Applied {
  const isRepeated = size === 'esim' && otherLines(before, line).some((one) => one.eid === eid)
  if (isRepeated) return refused('EID_REPEATED')
  return ok(withLine(before, line, { size, ...(size === 'esim' && { eid }) }))
}

function withNumber(
  before: Answers,
  { line, by, number, reservationNo, lastDay }: NumberAnswer,
  today: TokyoDate,
): Applied {
  if (by === 'new' || by === 'handover') return ok(withLine(before, line, { by }))
  if (orderedLines(before)[line - 1]?.kind !== 'voice') return refused('NUMBER_NOT_PORTABLE')
  const isRepeated = otherLines(before, line).some(
    (one) => one.kind === 'voice' && one.by !== 'new' && one.number === number,
  )
  if (isRepeated) return refused('NUMBER_REPEATED')
  if (by === 'oneStop') return ok(withLine(before, line, { by, number }))
  if (lastDay !== undefined && isTooShort(lastDay, today)) return refused('PORT_IN_EXPIRES_SOON')
  return ok(withLine(before, line, { by, number, reservationNo, lastDay }))
}

const otherLines = (answers: Answers, line: number) =>
  orderedLines(answers).filter((_, n) => n !== line - 1)
