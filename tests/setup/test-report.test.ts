import { expect, test } from 'vitest'
import { countTests } from '../../tools/setup/test-report.ts'

const vitest = JSON.stringify({ numPassedTests: 12, numFailedTests: 0 })
const once = (title: string, status: string) => ({ title, tests: [{ status }] })
const playwright = (flaky: number) =>
  JSON.stringify({
    stats: { expected: 5, unexpected: 0, flaky, skipped: 3 },
    suites: [
      {
        specs: [once('at once', 'expected')],
        suites: [
          {
            specs: Array.from({ length: flaky }, (_, index) => once(`second ${index}`, 'flaky')),
          },
        ],
      },
    ],
  })

test('a check without tests is one', () => {
  expect(countTests(undefined, undefined, true)).toEqual(counted(1, 0))
  expect(countTests(undefined, undefined, false)).toEqual(counted(0, 1))
})

test('a report tells how many tests there were', () => {
  expect(countTests('vitest', vitest, true)).toEqual(counted(12, 0))
  expect(countTests('playwright', playwright(0), true)).toEqual(counted(5, 0))
})

test('a browser test that passed only at the second try is told by name', () => {
  expect(countTests('playwright', playwright(2), true)).toEqual(
    counted(7, 0, ['second 0', 'second 1']),
  )
})

test('more than two second tries in one run have failed', () => {
  expect(countTests('playwright', playwright(3), true)).toEqual(
    counted(5, 3, ['second 0', 'second 1', 'second 2']),
  )
})

test('a program that ends badly has failed, even if each of its tests passed or none was counted', () => {
  expect(countTests('vitest', vitest, false)).toEqual(counted(12, 1))
  expect(countTests('vitest', undefined, true)).toEqual(counted(0, 1))
  expect(countTests('vitest', undefined, false)).toEqual(counted(0, 1))
  expect(countTests('playwright', playwright(0), false)).toEqual(counted(5, 1))
})

function counted(passed: number, failed: number, atSecondTry: string[] = []) {
  return { passed, failed, atSecondTry }
}
