import { expect, test } from 'vitest'
import { countTests } from '../../tools/setup/test-report.ts'

const vitest = JSON.stringify({ numPassedTests: 12, numFailedTests: 0 })
const playwright = JSON.stringify({ stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 3 } })

test('a check without tests is one', () => {
  expect(countTests(undefined, undefined, true)).toEqual({ passed: 1, failed: 0 })
  expect(countTests(undefined, undefined, false)).toEqual({ passed: 0, failed: 1 })
})

test('a report tells how many tests there were', () => {
  expect(countTests('vitest', vitest, true)).toEqual({ passed: 12, failed: 0 })
})

test('a browser test that passed only at the second try has failed', () => {
  expect(countTests('playwright', playwright, false)).toEqual({ passed: 5, failed: 3 })
})

test('a program that ends badly has failed, even if each of its tests passed or none was counted', () => {
  expect(countTests('vitest', vitest, false)).toEqual({ passed: 12, failed: 1 })
  expect(countTests('vitest', undefined, true)).toEqual({ passed: 0, failed: 1 })
  expect(countTests('vitest', undefined, false)).toEqual({ passed: 0, failed: 1 })
})
