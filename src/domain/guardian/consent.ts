import { isUnder18, type ApplicationLine } from '../application/answers.ts'
import { ruleValue } from '../catalogue/rules.ts'
import { addDays, startOfDay, toTokyoDate, type Instant, type TokyoDate } from '../tokyo.ts'

/** Whether the user's own consent is asked for: from the 18th birthday on. */
export const isOfAge = (birth: TokyoDate, on: TokyoDate) => !isUnder18(birth, on)

/** Until then (exclusive) it can be answered; then the birthday is erased, and nothing else changes (ours). */
export const answerUntil = (askedAt: Instant): Instant => {
  const day = toTokyoDate(askedAt)
  return startOfDay(addDays(day, ruleValue('guardianConsentAnswerDays', day) + 1))
}

/** Whether a line's user is under 18 and no guardian's consent to their data is there. */
export const lacksConsent = ({ user, birth, guardian }: ApplicationLine, on: TokyoDate): boolean =>
  user === 'family' && birth !== undefined && isUnder18(birth, on) && guardian === undefined
