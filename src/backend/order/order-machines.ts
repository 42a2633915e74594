import type { StateWords } from '#vocabulary/state-words.ts'
import { cancellationStates } from '#domain/contract/cancellation-states.ts'
import { initialCancellationStates } from '#domain/contract/initial-cancellation-states.ts'
import { paperStates } from '#domain/contract/paper-states.ts'
import type { Actor, Machine } from '#domain/machine.ts'
import { refused, type Outcome } from '#domain/outcome.ts'
import { planSizeStates } from '#domain/plan-size/booking-states.ts'
import { portOutStates } from '#domain/port-out/port-out-states.ts'
import { simOrderStates } from '#domain/sim/order-states.ts'

/** The procedures that leave an order with a number; the rest take effect at once. */
export type OrderProcedure =
  | 'planSizeChange'
  | 'simAdd'
  | 'simReissue'
  | 'simKindChange'
  | 'lineCancel'
  | 'contractCancel'
  | 'initialCancel'
  | 'portOut'
  | 'paperCopy'

/** A state table asked with what the database holds: plain text. */
export type OrderMachine = {
  readonly initial: string
  readonly states: readonly string[]
  readonly words: (state: string) => StateWords
  readonly isTerminal: (state: string) => boolean
  readonly can: (state: string, event: string, actor?: Actor) => boolean
  readonly next: (
    state: string,
    event: string,
    actor?: Actor,
  ) => Outcome<string, 'WRONG_STATE' | 'WRONG_ACTOR'>
}

/**
 * Documents may be ordered on paper again and numbers requested again, by a new order: an order itself is over when
 * its thing is done, although its table goes on.
 */
const closing: Partial<Record<OrderProcedure, readonly string[]>> = {
  paperCopy: ['delivered', 'returned'],
  portOut: ['ported_out', 'refused', 'none'],
}

export const orderMachines: Readonly<Record<OrderProcedure, OrderMachine>> = {
  planSizeChange: onText(planSizeStates),
  simAdd: onText(simOrderStates),
  simReissue: onText(simOrderStates),
  simKindChange: onText(simOrderStates),
  lineCancel: onText(cancellationStates),
  contractCancel: onText(cancellationStates),
  initialCancel: onText(initialCancellationStates),
  portOut: onText(portOutStates, closing.portOut),
  paperCopy: onText(paperStates, closing.paperCopy),
}

function onText<State extends string, Event extends string>(
  machine: Machine<State, Event>,
  closed: readonly string[] = [],
): OrderMachine {
  const eventOf = (text: string) => machine.events.find((event) => event === text)
  return {
    initial: machine.initial,
    states: machine.states,
    words: (state) => machine.words(machine.isState(state) ? state : machine.initial),
    isTerminal: (state) =>
      closed.includes(state) || (machine.isState(state) && machine.isTerminal(state)),
    can(state, text, actor) {
      const event = eventOf(text)
      return machine.isState(state) && event !== undefined && machine.can(state, event, actor)
    },
    next(state, text, actor) {
      const event = eventOf(text)
      if (!machine.isState(state) || event === undefined)
        return refused('WRONG_STATE', { machine: machine.name, state, event: text })
      return machine.next(state, event, actor)
    },
  }
}
