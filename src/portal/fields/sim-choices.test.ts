import { expect, test } from 'vitest'
import { groupedEid } from './sim-choices.ts'

test('EIDは4桁ずつ区切って見せる', () => {
  expect(groupedEid('89049032000000000000000000270017')).toBe(
    '8904 9032 0000 0000 0000 0000 0027 0017',
  )
})
