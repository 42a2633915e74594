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

test('テストのない検査は1つと数える', () => {
  expect(countTests(undefined, undefined, true)).toEqual(counted(1, 0))
  expect(countTests(undefined, undefined, false)).toEqual(counted(0, 1))
})

test('報告は、テストの数を言う', () => {
  expect(countTests('vitest', vitest, true)).toEqual(counted(12, 0))
  expect(countTests('playwright', playwright(0), true)).toEqual(counted(5, 0))
})

test('2回目でだけ通ったブラウザーのテストは、名前を挙げる', () => {
  expect(countTests('playwright', playwright(2), true)).toEqual(
    counted(7, 0, ['second 0', 'second 1']),
  )
})

test('1回の実行で2つより多い2回目は、失敗とする', () => {
  expect(countTests('playwright', playwright(3), true)).toEqual(
    counted(5, 3, ['second 0', 'second 1', 'second 2']),
  )
})

test('悪く終わったプログラムは、テストがすべて通っても、数えられなくても、失敗とする', () => {
  expect(countTests('vitest', vitest, false)).toEqual(counted(12, 1))
  expect(countTests('vitest', undefined, true)).toEqual(counted(0, 1))
  expect(countTests('vitest', undefined, false)).toEqual(counted(0, 1))
  expect(countTests('playwright', playwright(0), false)).toEqual(counted(5, 1))
})

function counted(passed: number, failed: number, atSecondTry: string[] = []) {
  return { passed, failed, atSecondTry }
}
