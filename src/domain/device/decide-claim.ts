import type { ClaimBasis, DamageCause } from '#vocabulary/device.ts'
import { ruleValue } from '../catalogue/rules.ts'
import { ok, refused, type Outcome } from '../outcome.ts'
import {
  addDays,
  daysBetween,
  startOfDay,
  toTokyoDate,
  type Instant,
  type TokyoDate,
} from '../tokyo.ts'
import { countsAsClaim } from './claim-states.ts'
import { coverYearOf, isWithin } from './periods.ts'

export type StoredClaim = {
  readonly orderNo: string
  readonly state: string
  readonly isOpen: boolean
  readonly receivedOn: TokyoDate
}

/** A device that claims can be made for, and its claims under the same cover. */
export type ClaimFacts = {
  readonly basis: ClaimBasis
  /** From registration on, or from the day of receipt. */
  readonly coveredFrom: TokyoDate
  /** The last day on which what happens is covered. */
  readonly coveredUntil?: TokyoDate | undefined
  /** Of the option: its years count from there. */
  readonly joinedOn: TokyoDate
  readonly makersWarrantyUntil?: TokyoDate | undefined
  readonly claims: readonly StoredClaim[]
}

export type ClaimRefusal =
  | 'CLAIM_OPEN'
  | 'CLAIM_LIMIT_REACHED'
  | 'EXCHANGE_OPTION_USED'
  | 'COVER_ENDED'
  | 'CLAIM_TOO_LATE'
  | 'CLAIM_OUTSIDE_COVER'
  | 'MAKERS_WARRANTY_FIRST'

export type Damage = { readonly cause: DamageCause; readonly happenedOn: TokyoDate }

/** How many claims are left: of the year of cover that `on` lies in, or of the one exchange. */
export function claimsLeft({ basis, joinedOn, claims }: ClaimFacts, on: TokyoDate): number {
  const counted = claims.filter(({ state }) => countsAsClaim(state))
  if (basis === 'exchangeOption') return Math.max(0, 1 - counted.length)
  const year = coverYearOf(joinedOn, on)
  const used = counted.filter(({ receivedOn }) => isWithin(year, receivedOn)).length
  return Math.max(0, ruleValue('claimsPerCoverYear', on) - used)
}

/** Whether the device can be claimed for now, whatever the damage. */
export function decideClaimable(facts: ClaimFacts, now: Instant): Outcome<undefined, ClaimRefusal> {
  const today = toTokyoDate(now)
  const { basis, joinedOn, claims, coveredUntil } = facts
  const open = claims.find(({ isOpen }) => isOpen)
  if (open !== undefined) return refused('CLAIM_OPEN', { blockedBy: open.orderNo })
  if (coveredUntil !== undefined && today > lastClaimDay(basis, coveredUntil, today))
    return refused('COVER_ENDED')
  if (claimsLeft(facts, today) > 0) return ok(undefined)
  if (basis === 'exchangeOption') return refused('EXCHANGE_OPTION_USED')
  const next = addDays(coverYearOf(joinedOn, today).until, 1)
  return refused('CLAIM_LIMIT_REACHED', { freeFrom: startOfDay(next) })
}

/** Whether this damage can be claimed for: in time, within the cover, and not a case for the maker's warranty. */
export function decideClaim(
  facts: ClaimFacts,
  { cause, happenedOn }: Damage,
  now: Instant,
): Outcome<undefined, ClaimRefusal> {
  const may = decideClaimable(facts, now)
  if (!may.ok) return may
  const today = toTokyoDate(now)
  const { basis, coveredFrom, coveredUntil, makersWarrantyUntil } = facts
  if (happenedOn < coveredFrom || (coveredUntil !== undefined && happenedOn > coveredUntil))
    return refused('CLAIM_OUTSIDE_COVER')
  if (basis === 'exchangeOption') return ok(undefined)
  if (daysBetween(happenedOn, today) > ruleValue('claimWithinDays', today))
    return refused('CLAIM_TOO_LATE')
  // A maker's warranty is for what fails by itself, and using it does not count as a claim (article 6).
  if (cause === 'failure' && makersWarrantyUntil !== undefined && today <= makersWarrantyUntil)
    return refused('MAKERS_WARRANTY_FIRST', {
      freeFrom: startOfDay(addDays(makersWarrantyUntil, 1)),
    })
  return ok(undefined)
}

/** Damage on the last day of cover has the same time limit as any other. */
function lastClaimDay(basis: ClaimBasis, coveredUntil: TokyoDate, today: TokyoDate): TokyoDate {
  return basis === 'cover'
    ? addDays(coveredUntil, ruleValue('claimWithinDays', today))
    : coveredUntil
}
