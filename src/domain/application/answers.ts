import type { Gender, LineUser, NumberSource } from '#vocabulary/application.ts'
import type { GuardianRelation } from '#vocabulary/guardian.ts'
import type { LineKind, SimSize } from '#vocabulary/line.ts'
import type { OptionCode } from '#vocabulary/option.ts'
import { mustIdentify } from '../identity/duty.ts'
import { monthsAfter, type TokyoDate } from '../tokyo.ts'

/** What the old carrier's page has answered. */
export type OneStop = {
  readonly number: string
  readonly state: 'waiting' | 'done' | 'cancelled'
  readonly token?: string | undefined
  /** The last day on which the consent is valid. */
  readonly lastDay?: TokyoDate | undefined
}

/**
 * One line of an application, from the form to the order for its SIM: what is not answered yet is undefined. Answers that
 * the line's kind does not need stay, and are not asked for again.
 */
export type ApplicationLine = {
  readonly kind?: LineKind | undefined
  readonly size?: SimSize | undefined
  readonly eid?: string | undefined
  readonly by?: NumberSource | undefined
  readonly number?: string | undefined
  readonly reservationNo?: string | undefined
  readonly lastDay?: TokyoDate | undefined
  readonly oneStop?: OneStop | undefined
  /** Of a line that is handed over, which has its kind and its SIM. */
  readonly handoverNo?: string | undefined
  readonly user?: LineUser | undefined
  /** The birthday of a user who is not the holder. */
  readonly birth?: TokyoDate | undefined
  /** Of a user under 18: the holder's consent as their guardian, to the birthday being stored. */
  readonly guardian?: { readonly relation: GuardianRelation; readonly at: string } | undefined
  readonly nickname?: string | undefined
}

export type ChosenOption = {
  /** Counted from 1; undefined where the option belongs to the contract. */
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

/** Everything answered so far. Lines beyond `lineCount` stay, for an applicant who changes the number of lines back. */
export type Answers = {
  readonly plan?: number | undefined
  readonly lineCount: number
  readonly lines: readonly ApplicationLine[]
  readonly options?: readonly ChosenOption[] | undefined
  readonly holder?: HolderAnswers | undefined
  readonly termsVersion?: string | undefined
  readonly termsAgreedAt?: string | undefined
}

export const noAnswers: Answers = { lineCount: 1, lines: [] }

/** The lines that are ordered. */
export function orderedLines({
  lineCount,
  lines,
}: Pick<Answers, 'lineCount' | 'lines'>): readonly ApplicationLine[] {
  return Array.from({ length: lineCount }, (_, n) => lines[n] ?? {})
}

/** The line comes with its SIM: the applicant chooses no kind or size, and nothing is sent. */
export const isTakenOver = ({ by }: ApplicationLine) => by === 'handover'

/** Whether the answers say who somebody is or where they live, or name a thing of theirs: such drafts are kept longer. */
export function isPersonal({ lines, holder }: Answers): boolean {
  return (
    holder !== undefined ||
    lines.some(({ eid, number, birth }) => [eid, number, birth].some((one) => one !== undefined))
  )
}

/** The answers that say nothing of a person: these may be shown to whoever asks. */
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

/** Whether somebody under 18 uses the line: filtering is joined (青少年インターネット環境整備法 第17条). */
export function isUsedByMinor({ user, birth }: ApplicationLine, on: TokyoDate): boolean {
  return user === 'family' && birth !== undefined && isUnder18(birth, on)
}

/** The options that are ordered: those chosen, and filtering where a minor uses the line. */
export function orderedOptions(
  answers: Pick<Answers, 'lineCount' | 'lines' | 'options'>,
  on: TokyoDate,
): readonly ChosenOption[] {
  const lines = orderedLines(answers)
  const filtering = lines.flatMap((line, n): ChosenOption[] =>
    isUsedByMinor(line, on) ? [{ line: n + 1, code: 'filtering' }] : [],
  )
  return [...(answers.options ?? []), ...filtering]
}

/**
 * Whether a line is ordered whose holder must be identified. A line without a kind yet counts as a voice line, so that the
 * list of steps gets shorter on the way and never longer.
 */
export function asksIdentity(answers: Answers, on: TokyoDate): boolean {
  return orderedLines(answers).some(({ kind = 'voice' }) => mustIdentify(kind, on))
}
