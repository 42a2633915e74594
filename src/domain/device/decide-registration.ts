import { mayBegin } from '../exclusion/allowed-operations.ts'
import type { ContractFacts } from '../exclusion/facts.ts'
import type { ReasonCode } from '../exclusion/reason.ts'
import type { OptionState } from '../option/option-states.ts'
import { ok, refused, type Outcome } from '../outcome.ts'
import type { Instant } from '../tokyo.ts'

export type RegistrationFacts = {
  readonly facts: ContractFacts
  /** Of つながる端末保証 on the line. */
  readonly cover: OptionState
  /** A registration of the line that is not answered yet. */
  readonly openOrderNo?: string | undefined
}

export type RegistrationRefusal = ReasonCode | 'OPTION_NOT_ACTIVE' | 'REGISTRATION_OPEN'

/** Whether a device can be registered for a line, or its cover moved to another one. */
export function decideRegistration(
  { facts, cover, openOrderNo }: RegistrationFacts,
  lineId: string,
  now: Instant,
): Outcome<undefined, RegistrationRefusal> {
  if (openOrderNo !== undefined) return refused('REGISTRATION_OPEN', { blockedBy: openOrderNo })
  const may = mayBegin('deviceRegister', facts, now, lineId)
  if (!may.ok) return may
  return cover === 'active' || cover === 'cancel_requested'
    ? ok(undefined)
    : refused('OPTION_NOT_ACTIVE')
}

/** What the carrier sees a SIM in, compared with what was typed. */
export function compareSeen(
  typedImei: string,
  seenImei: string | undefined,
): 'same' | 'notSeen' | 'otherDevice' {
  if (seenImei === undefined) return 'notSeen'
  return isSameDevice(seenImei, typedImei) ? 'same' : 'otherDevice'
}

/** The first 14 digits name a device; the check digit behind them some networks report as 0 (3GPP TS 23.003). */
export const isSameDevice = (one: string, other: string): boolean =>
  one.slice(0, 14) === other.slice(0, 14)
