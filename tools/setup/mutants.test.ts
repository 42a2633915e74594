import { expect, test } from 'vitest'
import { mutantsOf } from './mutants.ts'

test('演算子と数は1つずつ変え、文字と注釈には触れない', () => {
  const source = `// 3 + 4\nimport { a } from './a - b.ts'\nconst fee = 2 * price('x > 1') - 10\nconst ok = a <= b\n`
  expect(mutantsOf(source).map(({ line, from, to }) => [line, from, to])).toEqual([
    [3, '2', '3'],
    [3, '*', '/'],
    [3, '-', '+'],
    [3, '10', '11'],
    [4, '<=', '<'],
  ])
  expect(mutantsOf(source)[2]?.text).toBe(source.replace(`') - 10`, `') + 10`))
})
