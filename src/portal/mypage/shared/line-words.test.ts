import { expect, test } from 'vitest'
import { wordsOfSpeed } from './line-words.ts'

test('障害のあいだは、低速にしている回線も、いつもどおり通信できるとは言わない', () => {
  const now = (speedReason: 'pool' | 'switchedOff' | 'suspended', isTroubled: boolean) =>
    wordsOfSpeed({ speedReason }, isTroubled).now
  expect(now('switchedOff', false)).toBe('低速で通信します')
  expect(now('switchedOff', true)).toBe('つながりにくくなっています')
  expect(now('pool', true)).toBe('つながりにくくなっています')
  // The stop is the member's to lift.
  expect(now('suspended', true)).toBe('利用停止中')
})
