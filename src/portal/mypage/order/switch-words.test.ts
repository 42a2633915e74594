import { expect, test } from 'vitest'
import { NUMBER_TO_COME } from '#vocabulary/line.ts'
import { switchWords } from './actions.tsx'

const fresh = [{ number: NUMBER_TO_COME }]
const own = [{ number: '07000008765' }]

test('はじめての回線では、使えなくなるSIMの話をしない', () => {
  for (const operation of ['lineOpen', 'simAdd'] as const)
    expect(switchWords({ operation, lines: fresh })).toBe(
      '切り替わると、この回線が開通し、通信できるようになります。',
    )
})

test('MNPでは、電話番号が移り、いまの契約先が解約になることを言う', () => {
  for (const operation of ['lineOpen', 'simAdd'] as const)
    expect(switchWords({ operation, lines: own })).toBe(
      '切り替わると、電話番号がいまの契約先からこの回線に移り、通信・通話できるようになります。いまの契約先のご契約は、そのときに自動で解約になります。',
    )
})

test('SIMの交換では、いまのSIMが使えなくなることを言う', () => {
  expect(switchWords({ operation: 'simReissue', lines: own })).toBe(
    '切り替わると、いまのSIMは使えなくなり、新しいSIMで通信・通話できるようになります。',
  )
})
