import { expect, test } from 'vitest'
import { nextMenu } from './menu-state.ts'

const mouse = { isTouch: false }
const touch = { isTouch: true }

test.each([
  ['the mouse enters', null, { type: 'enter', menu: 'plan', ...mouse }, 'plan'],
  ['the mouse enters another', 'plan', { type: 'enter', menu: 'support', ...mouse }, 'support'],
  ['the mouse leaves', 'plan', { type: 'leave', menu: 'plan', ...mouse }, null],
  [
    'the mouse leaves one it had left before',
    'plan',
    { type: 'leave', menu: 'support', ...mouse },
    'plan',
  ],
  ['a click on the open one', 'plan', { type: 'press', menu: 'plan' }, null],
  ['a tap opens', null, { type: 'press', menu: 'terminal' }, 'terminal'],
  ['a tap on another closes the first', 'terminal', { type: 'press', menu: 'plan' }, 'plan'],
  ['the hover that a tap pretends', null, { type: 'enter', menu: 'plan', ...touch }, null],
  ['the leaving that a tap pretends', 'plan', { type: 'leave', menu: 'plan', ...touch }, 'plan'],
  ['a touch outside', 'support', { type: 'dismiss' }, null],
  ['a touch outside, nothing open', null, { type: 'dismiss' }, null],
] as const)('%s', (_, open, event, expected) => {
  expect(nextMenu(open, event)).toBe(expected)
})
