import type { OrderMachine } from '#backend/order/order-machines.ts'
import type { Actor } from '#domain/machine.ts'

export type Step = { event: string; actor: Actor; state: string }

const reporters: readonly Actor[] = ['carrier', 'system']

/**
 * The shortest way through the state table from one state to another by the events given, as the carrier or ourselves
 * may make them happen: reports that come late or not at all leave gaps, and the order still passes through every
 * state its table knows.
 * @returns undefined when the state lies behind or beside, no steps when it is reached already.
 */
export function wayTo(
  machine: OrderMachine,
  from: string,
  to: string,
  events: readonly string[],
): readonly Step[] | undefined {
  const ways = new Map<string, readonly Step[]>([[from, []]])
  for (const [state, steps] of ways) {
    if (state === to) return steps
    for (const event of events) {
      const actor = reporters.find((one) => machine.can(state, event, one))
      const next = actor && machine.next(state, event, actor)
      if (!actor || !next?.ok || ways.has(next.value)) continue
      ways.set(next.value, [...steps, { event, actor, state: next.value }])
    }
  }
  return undefined
}
