import { bytes, megabytes, noBytes, type Bytes } from '../bytes.ts'
import { ruleValue } from '../catalogue/rules.ts'
import { contractStates } from '../contract/contract-states.ts'
import type { ContractFacts } from '../exclusion/facts.ts'
import { served } from '../exclusion/rule.ts'
import { ok, refused } from '../outcome.ts'
import {
  addDays,
  isBefore,
  type Instant,
  startOfDay,
  type TokyoDate,
  toTokyoDate,
} from '../tokyo.ts'

function decideServed({ state }: ContractFacts) {
  if (contractStates.isTerminal(state)) return refused('CONTRACT_ENDED')
  return served.includes(state) ? ok(undefined) : refused('CONTRACT_NOT_ACTIVE')
}

/**
 * Whether data may be given from a contract (ours). A new contract may take and not give: data bought with a card that is
 * not the buyer's would be gone before anybody has noticed.
 */
export function decideGiving(
  facts: ContractFacts,
  { startedOn, now }: { readonly startedOn: TokyoDate | null; readonly now: Instant },
) {
  const may = decideServed(facts)
  if (!may.ok) return may
  if (facts.state === 'suspended') return refused('SUSPENDED')
  if (facts.unpaid) return refused('UNPAID')
  if (facts.successionOpen === true) return refused('SUCCESSION_OPEN')
  const today = toTokyoDate(now)
  const freeFrom = startOfDay(addDays(startedOn ?? today, ruleValue('giftContractAgeDays', today)))
  if (isBefore(now, freeFrom)) return refused('GIFT_TOO_NEW', { freeFrom })
  // A size that is due and not booked yet may still make the month's base smaller than what would be given of it.
  const { planSize } = facts
  if (planSize?.state === 'reserved' && planSize.effectiveOn <= today)
    return refused('GIFT_SIZE_CHANGING')
  return ok(undefined)
}

/** Whether a contract may take a gift: it is served, and has a line that can use it. */
export function decideTaking(facts: ContractFacts) {
  const may = decideServed(facts)
  if (!may.ok) return may
  if (facts.state === 'suspended') return refused('SUSPENDED')
  const canUse = facts.lines.some(({ state }) => ['active', 'suspended', 'ending'].includes(state))
  return canUse ? ok(undefined) : refused('GIFT_NO_LINE')
}

/** What was given in the month that runs and has not come back: by all, and by users of one line. */
export type GivenThisMonth = {
  readonly times: number
  readonly bytes: Bytes
  readonly ofLineBytes: Bytes
}

/** What may still be given in the month that runs. */
export function monthRoom(
  given: GivenThisMonth,
  { isByUser, now }: { readonly isByUser: boolean; readonly now: Instant },
): Bytes {
  const today = toTokyoDate(now)
  if (given.times >= ruleValue('giftsPerMonth', today)) return noBytes
  const all = megabytes(ruleValue('giftMegabytesPerMonth', today)) - given.bytes
  const ofUser = megabytes(ruleValue('giftMegabytesPerMonthOfUser', today)) - given.ofLineBytes
  return bytes(Math.max(0, isByUser ? Math.min(all, ofUser) : all))
}
