import { describe, expect, test } from 'vitest'
import { simOrderStates, type SimOrderEvent, type SimOrderState } from '#domain/sim/order-states.ts'
import { shortestPath } from './shortest-path.ts'

const card: readonly SimOrderEvent[] = [
  'preparation_started',
  'shipped',
  'arrived',
  'switch_opened',
  'switched',
  'refused_by_carrier',
  'returned',
]
const path = (from: SimOrderState, to: SimOrderState, events = card) =>
  shortestPath(simOrderStates, from, to, events)?.map(({ event }) => event)

describe('the path to what the carrier reports', () => {
  test('fills the gaps a lost report leaves', () => {
    expect(path('ordered', 'switched')).toEqual([
      'preparation_started',
      'shipped',
      'switch_opened',
      'switched',
    ])
  })

  test('is empty for what is reached already, and there is none backwards or out of an end', () => {
    expect(path('shipped', 'shipped')).toEqual([])
    expect(path('switch_ready', 'shipped')).toBeUndefined()
    expect(path('cancelled', 'switched')).toBeUndefined()
  })

  test('takes only the events given: a card does not become a profile', () => {
    expect(path('preparing', 'switch_ready', ['profile_ready'])).toEqual(['profile_ready'])
    expect(path('preparing', 'switch_ready')).toEqual(['shipped', 'switch_opened'])
  })

  test('never takes a step that only the member may take', () => {
    expect(path('preparing', 'cancelled', ['cancelled'])).toBeUndefined()
  })
})
