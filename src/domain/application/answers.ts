import type { Gender, LineUser, NumberSource } from '#vocabulary/application.ts'
import type { LineKind, SimSize } from '#vocabulary/line.ts'
import type { OptionCode } from '#vocabulary/option.ts'
import { monthsAfter, type TokyoDate } from '../tokyo.ts'

/** What the old carrier's page has come back with. */
export type OneStop = {
  readonly number: string
  readonly state: 'waiting' | 'done' | 'cancelled'
  readonly token?: string | undefined
  /** Until when its consent holds. */
  readonly lastDay?: TokyoDate | undefined
}

/** The answers for one line. Those that its kind does not need are kept, but not asked again. */
export type LineAnswers = {
  readonly kind?: LineKind | undefined
  readonly size?: SimSize | undefined
  readonly eid?: string | undefined
  readonly by?: NumberSource | undefined
  readonly number?: string | undefined
  readonly reservationNo?: string | undefined
  readonly lastDay?: TokyoDate | undefined
  readonly oneStop?: OneStop | undefined
  /** Of a line that is handed over; kind and form of its SIM come with it. */
  readonly handoverNo?: string | undefined
  readonly user?: LineUser | undefined
  /** Of a user who is not the holder. */
  readonly birth?: TokyoDate | undefined
  readonly nickname?: string | undefined
}

export type ChosenOption = {
  /** Counted from 1; none where the option belongs to the contract. */
  readonly line?: number | undefined
  readonly code: OptionCode
  readonly forwardTo?: string | undefined
}

export type HolderAnswers = {
  readonly lastName: string
  readonly firstName: string
  readonly lastNameKana: string
  readonly firstNameKana: string
  readonly birth: TokyoDate
  readonly gender: Gender
  readonly zipCode: string
  readonly region: string
  readonly locality: string
  readonly street: string
  readonly phone: string
}

/** Everything answered so far. Lines beyond `lineCount` are kept for one who changes back. */
export type Answers = {
  readonly plan?: number | undefined
  readonly lineCount: number
  readonly lines: readonly LineAnswers[]
  readonly options?: readonly ChosenOption[] | undefined
  readonly holder?: HolderAnswers | undefined
  readonly termsVersion?: string | undefined
  readonly termsAgreedAt?: string | undefined
}

export const noAnswers: Answers = { lineCount: 1, lines: [] }

/** The lines that are ordered. */
export function orderedLines({ lineCount, lines }: Answers): readonly LineAnswers[] {
  return Array.from({ length: lineCount }, (_, n) => lines[n] ?? {})
}

export function withLine(answers: Answers, line: number, change: LineAnswers): Answers {
  const length = Math.max(answers.lines.length, line)
  const lines = Array.from({ length }, (_, n) =>
    n === line - 1 ? { ...answers.lines[n], ...change } : (answers.lines[n] ?? {}),
  )
  return { ...answers, lines }
}

/** The line comes with its SIM: there is no kind or size to choose, and nothing is sent. */
export const isTakenOver = ({ by }: LineAnswers) => by === 'handover'

/** Says who or where somebody is, or names a thing of theirs: such drafts are kept for longer, and deleted as a whole. */
export function isPersonal({ lines, holder }: Answers): boolean {
  return (
    holder !== undefined ||
    lines.some(({ eid, number, birth }) => [eid, number, birth].some((one) => one !== undefined))
  )
}

/** What says nothing of a person: shown and handed on without knowing who asks. */
export const withoutPersonal = ({ plan, lineCount, lines }: Answers): Answers => ({
  ...(plan !== undefined && { plan }),
  lineCount,
  lines: lines.map(({ kind, size }) => ({ kind, size })),
})

const ADULT_YEARS = 18

/** Age is reached on the birthday (as everybody counts; the law's day before makes no difference to a contract). */
export function isUnder18(birth: TokyoDate, on: TokyoDate): boolean {
  return on < monthsAfter(birth, 12 * ADULT_YEARS)
}

/** Used by somebody under 18: filtering is joined (青少年インターネット環境整備法 第17条). */
export function isUsedByMinor({ user, birth }: LineAnswers, on: TokyoDate): boolean {
  return user === 'family' && birth !== undefined && isUnder18(birth, on)
}

/** The options that are ordered: those chosen that fit, and filtering where a minor uses the line. */
export function orderedOptions(answers: Answers, on: TokyoDate): readonly ChosenOption[] {
  const lines = orderedLines(answers)
  const filtering = lines.flatMap((line, n): ChosenOption[] =>
    isUsedByMinor(line, on) ? [{ line: n + 1, code: 'filtering' }] : [],
  )
  return [...(answers.options ?? []), ...filtering]
}

/**
 * A new voice line needs the holder's identity (携帯電話不正利用防止法). One of which nothing is known yet may become
 * one: what is to come gets shorter on the way, never longer.
 */
export function asksIdentity(answers: Answers): boolean {
  return orderedLines(answers).some(({ kind = 'voice' }) => kind === 'voice')
}
