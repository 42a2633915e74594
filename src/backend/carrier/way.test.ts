import { describe, expect, test } from 'vitest'
import { orderMachines } from '#backend/order/order-machines.ts'
import { wayTo } from './way.ts'

const card = [
  'preparation_started',
  'shipped',
  'arrived',
  'switch_opened',
  'switched',
  'refused_by_carrier',
  'returned',
]
const way = (from: string, to: string, events = card) =>
  wayTo(orderMachines.simReissue, from, to, events)?.map(({ event }) => event)

describe('the way to what the carrier reports', () => {
  test('fills the gaps a lost report leaves', () => {
    expect(way('ordered', 'switched')).toEqual([
      'preparation_started',
      'shipped',
      'switch_opened',
      'switched',
    ])
  })

  test('is empty for what is reached already, and there is none backwards or out of an end', () => {
    expect(way('shipped', 'shipped')).toEqual([])
    expect(way('switch_ready', 'shipped')).toBeUndefined()
    expect(way('cancelled', 'switched')).toBeUndefined()
  })

  test('takes only the events given: a card does not become a profile', () => {
    expect(way('preparing', 'switch_ready', ['profile_ready'])).toEqual(['profile_ready'])
    expect(way('preparing', 'switch_ready')).toEqual(['shipped', 'switch_opened'])
  })

  test('never takes a step that only the member may take', () => {
    expect(way('preparing', 'cancelled', ['cancelled'])).toBeUndefined()
  })
})
