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

describe('回線網の報告までの道のり', () => {
  test('届かなかった報告の抜けを埋める', () => {
    expect(path('ordered', 'switched')).toEqual([
      'preparation_started',
      'shipped',
      'switch_opened',
      'switched',
    ])
  })

  test('着いている所へは進まず、戻る道も、終わりから出る道もない', () => {
    expect(path('shipped', 'shipped')).toEqual([])
    expect(path('switch_ready', 'shipped')).toBeUndefined()
    expect(path('cancelled', 'switched')).toBeUndefined()
  })

  test('渡した出来事だけを通る：カードはeSIMにならない', () => {
    expect(path('preparing', 'switch_ready', ['profile_ready'])).toEqual(['profile_ready'])
    expect(path('preparing', 'switch_ready')).toEqual(['shipped', 'switch_opened'])
  })

  test('会員だけができる一歩は、踏まない', () => {
    expect(path('preparing', 'cancelled', ['cancelled'])).toBeUndefined()
  })
})
