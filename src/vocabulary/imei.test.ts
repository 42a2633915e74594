import { expect, test } from 'vitest'
import { isImei } from './device.ts'

test('IMEIは15桁で、最後の1桁で打ち間違いがわかる', () => {
  expect(isImei('490154203237518')).toBe(true)
  expect(isImei('490154203237517')).toBe(false)
  expect(isImei('49015420323751')).toBe(false)
  expect(isImei('4901542032375180')).toBe(false)
  expect(isImei('49015420323751a')).toBe(false)
})

test('どの1桁を打ち間違えても、隣り合う違う2桁を入れ替えても、気づく', () => {
  const right = '490154203237518'
  for (let index = 0; index < 15; index += 1)
    for (let digit = 0; digit < 10; digit += 1) {
      const typed = right.slice(0, index) + String(digit) + right.slice(index + 1)
      expect(isImei(typed)).toBe(typed === right)
    }
  expect(isImei('940154203237518')).toBe(false)
})
