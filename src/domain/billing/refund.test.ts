import { expect, test } from 'vitest'
import { yen } from '../money.ts'
import { planRefund } from './refund.ts'

const payments = [
  { orderId: 'november', yen: yen(1191) },
  { orderId: 'october', yen: yen(1500) },
]

test.each([
  [1000, [['november', 1000]], 0],
  [1191, [['november', 1191]], 0],
  [
    2000,
    [
      ['november', 1191],
      ['october', 809],
    ],
    0,
  ],
  [
    3000,
    [
      ['november', 1191],
      ['october', 1500],
    ],
    309,
  ],
  [1, [['november', 1]], 0],
  [0, [], 0],
])('%d円は、新しいお支払いのカードから順に、受け取った額まで返す', (amount, parts, left) => {
  const plan = planRefund(yen(amount), payments)
  expect(plan.parts.map(({ orderId, yen: part }) => [orderId, part])).toEqual(parts)
  expect(plan.leftYen).toBe(left)
})

test('カードのお支払いがなければ、全額が返す先のないまま残る', () => {
  expect(planRefund(yen(500), [])).toEqual({ parts: [], leftYen: 500 })
})
