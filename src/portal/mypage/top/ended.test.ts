import { expect, test } from 'vitest'
import { isBillToCome } from './ended.tsx'

const next = (totalYen: number) => ({ soFar: { totalYen } })

test('分割払いなどの請求がこのあとにあるあいだは、いまの請求を最後とは言わない', () => {
  expect(isBillToCome(next(5333))).toBe(true)
  expect(isBillToCome(next(-300))).toBe(true)
  expect(isBillToCome(undefined)).toBe(true)
  expect(isBillToCome({ ...next(0), unfixed: {} })).toBe(true)
  expect(isBillToCome(next(0))).toBe(false)
})
