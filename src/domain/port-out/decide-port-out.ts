import { mayBegin } from '../exclusion/allowed-operations.ts'
import type { ContractFacts } from '../exclusion/facts.ts'
import type { ReasonCode } from '../exclusion/reason.ts'
import type { Actor } from '../machine.ts'
import { ok, refused, type Outcome } from '../outcome.ts'
import { mnpValidity } from '../policy/mnp-number.ts'
import { isBefore, type Instant, type TokyoDate } from '../tokyo.ts'
import { portOutStates } from './port-out-states.ts'

export type PortOutCommand =
  | { readonly type: 'request' }
  | { readonly type: 'expire' }
  | { readonly type: 'endCooldown' }

export type PortOutEventRecord =
  | { readonly type: 'requested' }
  | { readonly type: 'number_expired' }
  /** The receiver of a one-stop hand-off never opened the line. */
  | { readonly type: 'consent_expired' }
  | { readonly type: 'cooldown_started'; readonly renewableOn: TokyoDate }
  | { readonly type: 'cooldown_ended' }

const expiries = ['number_expired', 'consent_expired'] as const

export type PortOutRefusal = ReasonCode | 'WRONG_STATE' | 'NOT_DUE'

/** The steps of a port-out that our own rules decide. The carrier reports that a number is issued or used. */
export function decidePortOut(
  command: PortOutCommand,
  facts: ContractFacts,
  lineId: string,
  now: Instant,
  actor: Actor = 'member',
): Outcome<readonly PortOutEventRecord[], PortOutRefusal> {
  if (command.type === 'request') {
    const may = mayBegin('portOut', facts, now, lineId, actor)
    return may.ok ? ok([{ type: 'requested' }]) : may
  }

  const line = facts.lines.find((one) => one.lineId === lineId)
  const state = line?.mnp?.state ?? 'none'
  const issuedOn = line?.mnp?.issuedOn
  switch (command.type) {
    case 'expire': {
      const type = expiries.find((event) => portOutStates.can(state, event))
      // Before a number is issued, only a consent has a first day.
      if (type === undefined || issuedOn === undefined)
        return refused('WRONG_STATE', { facts: { state } })
      const { expiresAt, renewableOn } = mnpValidity(issuedOn)
      if (isBefore(now, expiresAt)) return refused('NOT_DUE')
      return ok([{ type }, { type: 'cooldown_started', renewableOn }])
    }
    case 'endCooldown': {
      if (!portOutStates.can(state, 'cooldown_ended') || issuedOn === undefined)
        return refused('WRONG_STATE', { facts: { state } })
      return isBefore(now, mnpValidity(issuedOn).renewableAt)
        ? refused('NOT_DUE')
        : ok([{ type: 'cooldown_ended' }])
    }
  }
}
