import type { Actor, Machine } from '#domain/machine.ts'

type Step<State, Event> = { event: Event; actor: Actor; state: State }

const reporters: readonly Actor[] = ['carrier', 'system']

/**
 * The shortest path through a state table from one state to another by the events given, as the carrier or the system
 * may make them happen: reports that come late or not at all leave gaps, and the order still passes through every
 * state its table knows.
 * @returns undefined when the state lies behind or beside, no steps when it is reached already.
 */
export function shortestPath<State extends string, Event extends string>(
  machine: Pick<Machine<State, Event>, 'can' | 'next'>,
  from: State,
  to: State,
  events: readonly Event[],
): readonly Step<State, Event>[] | undefined {
  const paths = new Map<State, readonly Step<State, Event>[]>([[from, []]])
  for (const [state, steps] of paths) {
    if (state === to) return steps
    for (const event of events) {
      const actor = reporters.find((one) => machine.can(state, event, one))
      const next = actor && machine.next(state, event, actor)
      if (!actor || !next?.ok || paths.has(next.value)) continue
      paths.set(next.value, [...steps, { event, actor, state: next.value }])
    }
  }
  return undefined
}
