import { expect, test } from 'vitest'
import { typedDate } from './typed-date.ts'

test.each([
  '19900401',
  '1990/4/1',
  '1990-04-01',
  '1990年4月1日',
  '１９９０．４．１',
  ' 1990 / 4 / 1 ',
])('「%s」は1990年4月1日', (typed) => expect(typedDate(typed)).toBe('1990-04-01'))

test.each(['平成2年4月1日', '90401', '1990年4月'])('「%s」は、入力されたまま', (typed) =>
  expect(typedDate(typed)).toBe(typed),
)
