import { expect, test } from 'vitest'
import { reasonOptions } from './change-choices.ts'

test('「eSIMを別の端末へ移す」は、いまeSIMの回線にだけ出す', () => {
  const values = (now: Parameters<typeof reasonOptions>[0]) =>
    reasonOptions(now).map(({ value }) => value)
  expect(values('esim')).toEqual(['modelChange', 'sizeChange', 'lost', 'broken', 'esimMove'])
  expect(values('nano')).toEqual(['modelChange', 'sizeChange', 'lost', 'broken'])
})
