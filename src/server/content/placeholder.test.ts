import { expect, test } from 'vitest'
import { fillPlaceholders, UnknownPlaceholder } from './placeholder.ts'

test('what a placeholder brings in may hold placeholders', () => {
  const words = new Map([
    ['outer', '[{{inner}}]'],
    ['inner', '中'],
  ])
  expect(fillPlaceholders('a{{outer}}b{{ inner }}', ({ name }) => words.get(name))).toBe('a[中]b中')
})

test('an unknown placeholder stops the build and tells the line', () => {
  const fill = () => fillPlaceholders('一\n二{{nothing here}}', () => undefined)
  expect(fill).toThrow(new UnknownPlaceholder('{{nothing here}}', 2))
})
