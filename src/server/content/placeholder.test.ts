import { expect, test } from 'vitest'
import { fillPlaceholders, UnknownPlaceholder } from './placeholder.ts'

test('差し込んだ文の中にも、差し込みがあってよい', () => {
  const words = new Map([
    ['outer', '[{{inner}}]'],
    ['inner', '中'],
  ])
  expect(fillPlaceholders('a{{outer}}b{{ inner }}', ({ name }) => words.get(name))).toBe('a[中]b中')
})

test('知らない差し込みはビルドを止め、行を示す', () => {
  const fill = () => fillPlaceholders('一\n二{{nothing here}}', () => undefined)
  expect(fill).toThrow(new UnknownPlaceholder('{{nothing here}}', 2))
})
