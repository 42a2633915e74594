import type { StateWords } from '#vocabulary/state-words.ts'
import { ok, refused, type Outcome } from './outcome.ts'

export const actors = ['member', 'staff', 'system', 'carrier'] as const
export type Actor = (typeof actors)[number]

type Definition<State extends string, Event extends string> = {
  readonly name: string
  /** Japanese title of the diagram. */
  readonly title: string
  readonly initial: NoInfer<State>
  readonly states: Readonly<Record<State, StateWords>>
  /** Who may make the event happen. */
  readonly events: Readonly<Record<Event, readonly Actor[]>>
  readonly table: {
    readonly [S in NoInfer<State>]?: { readonly [E in NoInfer<Event>]?: NoInfer<State> }
  }
}

/** From a terminal state no event leads on: it has no row in the table; every other has one. */
type Ends<State extends string, Terminal extends State> = {
  readonly terminal?: readonly Terminal[]
  readonly table: Readonly<Record<Exclude<NoInfer<State>, Terminal>, unknown>>
}

export type Machine<State extends string, Event extends string> = {
  readonly name: string
  readonly title: string
  readonly initial: State
  readonly states: readonly State[]
  readonly events: readonly Event[]
  readonly isState: (text: string) => text is State
  readonly words: (state: State) => StateWords
  readonly allWords: Readonly<Record<State, StateWords>>
  readonly by: (event: Event) => readonly Actor[]
  readonly target: (state: State, event: Event) => State | undefined
  readonly can: (state: State, event: Event, actor?: Actor) => boolean
  readonly next: (
    state: State,
    event: Event,
    actor?: Actor,
  ) => Outcome<State, 'WRONG_STATE' | 'WRONG_ACTOR'>
  readonly eventsFrom: (state: State, actor?: Actor) => readonly Event[]
  /** Of any text: false where it is no state of this table. */
  readonly isTerminal: (state: string) => boolean
  readonly terminal: readonly State[]
  readonly transitions: readonly Transition[]
  /** Mermaid `stateDiagram-v2`. */
  readonly diagram: () => string
}

export type Transition = {
  readonly from: string
  readonly event: string
  readonly to: string
  readonly by: readonly Actor[]
}

/** Any table, for what only reads it: diagrams and lists. */
export type AnyMachine = Pick<
  Machine<string, string>,
  'name' | 'title' | 'initial' | 'states' | 'terminal' | 'transitions' | 'diagram'
> & { readonly allWords: Readonly<Record<string, StateWords>> }

/** A typed table state → event → state; the table is the rule, everything else asks it. */
export function machine<
  const State extends string,
  const Event extends string,
  const Terminal extends State = never,
>(definition: Definition<State, Event> & Ends<State, Terminal>): Machine<State, Event> {
  const isState = (text: string): text is State => Object.hasOwn(definition.states, text)
  const isEvent = (text: string): text is Event => Object.hasOwn(definition.events, text)
  const states = Object.keys(definition.states).filter(isState)
  const events = Object.keys(definition.events).filter(isEvent)
  const by = (event: Event) => definition.events[event]
  const target = (state: State, event: Event) => definition.table[state]?.[event]
  const mayAct = (event: Event, actor?: Actor) => actor === undefined || by(event).includes(actor)
  const can = (state: State, event: Event, actor?: Actor) =>
    target(state, event) !== undefined && mayAct(event, actor)
  const eventsFrom = (state: State, actor?: Actor) =>
    events.filter((event) => can(state, event, actor))
  const isTerminal = (state: string) => definition.terminal?.some((one) => one === state) ?? false

  function next(state: State, event: Event, actor?: Actor) {
    const to = target(state, event)
    if (to === undefined)
      return refused('WRONG_STATE', { facts: { machine: definition.name, state, event } })
    if (!mayAct(event, actor))
      return refused('WRONG_ACTOR', { facts: { event, actor: actor ?? '' } })
    return ok(to)
  }

  const transitions = states.flatMap((from) =>
    events.flatMap((event) => {
      const to = target(from, event)
      return to === undefined ? [] : [{ from, event, to, by: by(event) }]
    }),
  )

  function diagram() {
    const arrows = transitions.map(({ from, event, to }) => `  ${from} --> ${to}: ${event}`)
    const ends = states.filter(isTerminal).map((state) => `  ${state} --> [*]`)
    const labels = states.map((state) => `  ${state}: ${definition.states[state].label}`)
    return [
      'stateDiagram-v2',
      ...labels,
      `  [*] --> ${definition.initial}`,
      ...arrows,
      ...ends,
    ].join('\n')
  }

  return {
    name: definition.name,
    title: definition.title,
    initial: definition.initial,
    states,
    events,
    isState,
    words: (state) => definition.states[state],
    allWords: definition.states,
    by,
    target,
    can,
    next,
    eventsFrom,
    isTerminal,
    terminal: states.filter(isTerminal),
    transitions,
    diagram,
  }
}

export type StateOf<M extends { readonly states: readonly string[] }> = M['states'][number]
export type EventOf<M extends { readonly events: readonly string[] }> = M['events'][number]
