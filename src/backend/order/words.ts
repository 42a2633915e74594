import { oneStopWords } from '#backend/port-out/one-stop-words.ts'
import { machineOf, type OrderRow } from './orders.ts'

/** What a state of this order is called, and its sentence. */
export function wordsOf(order: OrderRow, state: string) {
  return oneStopWords(order, state) ?? machineOf(order).words(state)
}
