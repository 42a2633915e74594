import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errors, formErrorCodes, generalErrorCodes } from '#protocol/errors.ts'

const source = join(import.meta.dirname, '../src')
const raising = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(backend|domain|server)\/.*\.tsx?$/.test(name) && !/\.test\./.test(name))
  .map((name) => readFileSync(join(source, name), 'utf8'))
  .join('\n')

const isRaised = (code: string) => new RegExp(`\\b${code}\\b`).test(raising)

test('どのエラーの符号も、どこかで起きる', () => {
  const named: readonly string[] = [...generalErrorCodes, ...formErrorCodes]
  const idle = Object.keys(errors).filter((code) => !isRaised(code) && !named.includes(code))
  expect(idle).toEqual([])
})

test('どこでも起きない符号があれば、見つかる', () => {
  expect(isRaised('SIM_ORDER_OPEN')).toBe(true)
  expect(isRaised('NOBODY_RAISES_THIS')).toBe(false)
})
