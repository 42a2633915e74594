import { ruleValue } from '../catalogue/rules.ts'
import { ok, refused, type Outcome } from '../outcome.ts'
import { isBefore, toTokyoDate, type Instant } from '../tokyo.ts'

const days = (count: number) => ({ hours: 24 * count })

/** For which the code of a letter counts that is asked for now. */
export const letterHours = (now: Instant): number =>
  24 * ruleValue('moveLetterDays', toTokyoDate(now))

/** Exclusive. */
export const letterExpiry = (askedAt: Instant): Instant =>
  askedAt.add({ hours: letterHours(askedAt) })

/** Whoever could change the address lately could have the letter: an address that was changed since then takes none. */
export const addressRestsSince = (now: Instant): Instant =>
  now.subtract(days(ruleValue('moveLetterAddressDays', toTokyoDate(now))))

/** Letters of a contract are counted from then on. */
export const lettersCountSince = (now: Instant): Instant =>
  now.subtract(days(ruleValue('moveLetterCountDays', toTokyoDate(now))))

export const letterTriesLeft = (tries: number, askedAt: Instant): number =>
  Math.max(0, ruleValue('moveLetterTries', toTokyoDate(askedAt)) - tries)

type LetterRefusal =
  | 'LETTER_NOT_OFFERED'
  | 'LETTER_ADDRESS_MISSING'
  | 'LETTER_ADDRESS_NEW'
  | 'LETTER_LIMIT'

type Asked = {
  /** Whether the operator has a house that posts letters. */
  readonly isOffered: boolean
  readonly hasAddress: boolean
  /** The last change of name or address that came into force. */
  readonly addressChangedAt: Instant | undefined
  /** When the letters since `lettersCountSince` were asked for. */
  readonly askedAt: readonly Instant[]
}

export function decideLetter(
  { isOffered, hasAddress, addressChangedAt, askedAt }: Asked,
  now: Instant,
): Outcome<{ readonly type: 'letter_asked' }, LetterRefusal> {
  if (!isOffered) return refused('LETTER_NOT_OFFERED')
  if (!hasAddress) return refused('LETTER_ADDRESS_MISSING')
  const today = toTokyoDate(now)
  if (addressChangedAt !== undefined && !isBefore(addressChangedAt, addressRestsSince(now))) {
    const freeFrom = addressChangedAt.add(days(ruleValue('moveLetterAddressDays', today)))
    return refused('LETTER_ADDRESS_NEW', { freeFrom })
  }
  const most = ruleValue('moveLettersMost', today)
  const counted = askedAt.toSorted((a, b) => Temporal.Instant.compare(a, b)).slice(-most)
  const [first] = counted
  if (counted.length < most || first === undefined) return ok({ type: 'letter_asked' })
  return refused('LETTER_LIMIT', {
    freeFrom: first.add(days(ruleValue('moveLetterCountDays', today))),
  })
}
