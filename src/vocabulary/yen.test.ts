import { expect, test } from 'vitest'
import { formatCount, formatTenthsYen, formatThousandthsYen, formatYen } from './yen.ts'

test.each([
  [0, '0円'],
  [462, '46.2円'],
  [10_780, '1,078円'],
  [26_405, '2,640.5円'],
  [-720, '−72円'],
  [-5, '−0.5円'],
])('0.1円単位の%iは%sと書かれる', (tenths, words) => {
  expect(formatTenthsYen(tenths)).toBe(words)
})

test.each([
  [1_188_000, '1,188円'],
  [46_200, '46.2円'],
  [825, '0.825円'],
  [-1_234_050, '−1,234.05円'],
  [3, '0.003円'],
])('0.001円単位の%iは%sと書かれる', (thousandths, words) => {
  expect(formatThousandthsYen(thousandths)).toBe(words)
})

test('戻る金額は、数字の前に負の記号（−）を付けて書かれる', () => {
  expect([formatYen(-1_078), formatCount(-12_345), formatYen(1_234_567)]).toEqual([
    '−1,078円',
    '−12,345',
    '1,234,567円',
  ])
})

test('端数のある数や安全でない整数は、金額として書かれない', () => {
  expect(() => formatYen(0.5)).toThrow(RangeError)
  expect(() => formatTenthsYen(Number.MAX_SAFE_INTEGER + 1)).toThrow(RangeError)
})
