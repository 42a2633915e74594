import { expect, test } from 'vitest'
import { formatTenthsYen } from './volume-words.ts'

test.each([
  [0, '0円'],
  [462, '46.2円'],
  [10_780, '1,078円'],
  [26_405, '2,640.5円'],
  [-720, '-72円'],
  [-5, '-0.5円'],
])('%i（0.1円単位）は%s', (tenths, words) => {
  expect(formatTenthsYen(tenths)).toBe(words)
})
