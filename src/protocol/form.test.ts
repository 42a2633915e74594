import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseGiven } from './form.ts'

const sum = z.object({ yen: z.int('整数で入力してください。').optional() })
const typed = (yen: string) => parseGiven(sum, new URLSearchParams({ yen }))

test('数は、全角でも、桁区切りや空白があっても、そのまま読む', () => {
  for (const yen of ['1000', '１０００', '1,000', '１，０００', ' 1 000 '])
    expect(typed(yen)).toEqual({ value: { yen: 1000 } })
  expect(typed('')).toEqual({ value: {} })
})

test('数でないものは、欄のそばの文で断る', () => {
  for (const yen of ['千', '12.5', '-', ','])
    expect(typed(yen)).toEqual({ fields: { yen: ['整数で入力してください。'] } })
})
