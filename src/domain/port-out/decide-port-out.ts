import { allowanceOf } from '../exclusion/allowed-operations.ts'
import type { ContractFacts } from '../exclusion/facts.ts'
import type { ReasonCode } from '../exclusion/reason.ts'
import type { Actor } from '../machine.ts'
import { ok, refused, type Outcome } from '../outcome.ts'
import { isMnpNumber, mnpValidity } from '../policy/mnp-number.ts'
import { isBefore, toTokyoDate, type Instant, type TokyoDate } from '../tokyo.ts'
import { portOutStates } from './port-out-states.ts'

export type PortOutCommand =
  | { readonly type: 'request' }
  | { readonly type: 'issue'; readonly number: string }
  | { readonly type: 'complete' }
  | { readonly type: 'expire' }
  | { readonly type: 'endCooldown' }

export type PortOutEventRecord =
  | { readonly type: 'requested' }
  | {
      readonly type: 'number_issued'
      readonly number: string
      readonly issuedOn: TokyoDate
      readonly expiresOn: TokyoDate
    }
  | { readonly type: 'ported_out' }
  /** A booked cancellation of the contract or line that the port makes needless. */
  | { readonly type: 'cancellation_replaced'; readonly orderNo: string }
  /** The port took the last line: the contract ends with it; other lines live on. */
  | { readonly type: 'last_line_ported_out' }
  | { readonly type: 'number_expired' }
  /** The receiver of a one-stop hand-off never opened the line. */
  | { readonly type: 'consent_expired' }
  | { readonly type: 'cooldown_started'; readonly renewableOn: TokyoDate }
  | { readonly type: 'cooldown_ended' }

const expiries = ['number_expired', 'consent_expired'] as const

export type PortOutRefusal = ReasonCode | 'WRONG_STATE' | 'NOT_AN_MNP_NUMBER' | 'NOT_DUE'

/** The life of a reservation number on one voice line: requested, issued, used or left to expire. */
export function decidePortOut(
  command: PortOutCommand,
  facts: ContractFacts,
  lineId: string,
  now: Instant,
  actor: Actor = 'member',
): Outcome<readonly PortOutEventRecord[], PortOutRefusal> {
  if (command.type === 'request') {
    const { reasonCode } = allowanceOf('portOut', facts, now, lineId, actor)
    return reasonCode === undefined ? ok([{ type: 'requested' }]) : refused(reasonCode)
  }

  const line = facts.lines.find((one) => one.lineId === lineId)
  const state = line?.portOut?.state ?? 'none'
  const issuedOn = line?.portOut?.issuedOn
  switch (command.type) {
    case 'issue': {
      if (!portOutStates.can(state, 'number_issued')) return refused('WRONG_STATE', { state })
      const { number } = command
      if (!isMnpNumber(number)) return refused('NOT_AN_MNP_NUMBER')
      const today = toTokyoDate(now)
      const { expiresOn } = mnpValidity(today)
      return ok([{ type: 'number_issued', number, issuedOn: today, expiresOn }])
    }
    case 'complete':
      return portOutStates.can(state, 'ported_out')
        ? ok(completed(facts, lineId))
        : refused('WRONG_STATE', { state })
    case 'expire': {
      const type = expiries.find((event) => portOutStates.can(state, event))
      // Before a number is issued only a consent has a first day.
      if (type === undefined || issuedOn === undefined) return refused('WRONG_STATE', { state })
      const { expiresAt, renewableOn } = mnpValidity(issuedOn)
      if (isBefore(now, expiresAt)) return refused('NOT_DUE')
      return ok([{ type }, { type: 'cooldown_started', renewableOn }])
    }
    case 'endCooldown': {
      if (!portOutStates.can(state, 'cooldown_ended') || issuedOn === undefined)
        return refused('WRONG_STATE', { state })
      return isBefore(now, mnpValidity(issuedOn).renewableAt)
        ? refused('NOT_DUE')
        : ok([{ type: 'cooldown_ended' }])
    }
  }
}

function completed(facts: ContractFacts, lineId: string): readonly PortOutEventRecord[] {
  const others = facts.lines.filter((line) => line.lineId !== lineId && line.state !== 'ended')
  const isLast = others.length === 0
  const bookings = [
    facts.lines.find((line) => line.lineId === lineId)?.cancellation,
    isLast ? facts.cancellation : undefined,
  ]
  return [
    { type: 'ported_out' },
    ...bookings.flatMap((one) =>
      one?.state === 'reserved' || one?.state === 'queued'
        ? [{ type: 'cancellation_replaced' as const, orderNo: one.orderNo }]
        : [],
    ),
    ...(isLast ? [{ type: 'last_line_ported_out' as const }] : []),
  ]
}
