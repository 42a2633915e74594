import { expect, test } from 'vitest'
import { nextMenu } from './menu-state.ts'

const mouse = { isTouch: false }
const touch = { isTouch: true }

test.each([
  ['マウスが入る', null, { type: 'enter', menu: 'plan', ...mouse }, 'plan'],
  ['マウスがほかに入る', 'plan', { type: 'enter', menu: 'support', ...mouse }, 'support'],
  ['マウスが離れる', 'plan', { type: 'leave', menu: 'plan', ...mouse }, null],
  ['前に離れたものから離れる', 'plan', { type: 'leave', menu: 'support', ...mouse }, 'plan'],
  ['開いているものを押す', 'plan', { type: 'press', menu: 'plan' }, null],
  ['触れると開く', null, { type: 'press', menu: 'terminal' }, 'terminal'],
  ['ほかに触れると前が閉じる', 'terminal', { type: 'press', menu: 'plan' }, 'plan'],
  ['触れたときの見かけの進入', null, { type: 'enter', menu: 'plan', ...touch }, null],
  ['触れたときの見かけの離脱', 'plan', { type: 'leave', menu: 'plan', ...touch }, 'plan'],
  ['外に触れる', 'support', { type: 'dismiss' }, null],
  ['何も開いていないときの外への接触', null, { type: 'dismiss' }, null],
] as const)('%s', (_, open, event, expected) => {
  expect(nextMenu(open, event)).toBe(expected)
})
