import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { tokyoDate, tokyoMonth, yen } from '#protocol/primitives.ts'
import { EndedMoney, isBillToCome, untilWhen } from './ended.tsx'

const bill = {
  month: tokyoMonth.parse('2026-11'),
  totalYen: yen.parse(10_126),
  state: 'fixed',
  stateLabel: '確定',
  chargeOn: tokyoDate.parse('2026-12-07'),
  path: '/mypage/billing/2026-11.html',
} as const
const next = (totalYen: number) => ({ soFar: { totalYen } })

test('分割払いなどの請求がこのあとにあるあいだは、いまの請求を最後とは言わない', () => {
  expect(isBillToCome(next(5333))).toBe(true)
  expect(isBillToCome(next(-300))).toBe(true)
  expect(isBillToCome(undefined)).toBe(true)
  expect(isBillToCome({ ...next(0), unfixed: {} })).toBe(true)
  expect(isBillToCome(next(0))).toBe(false)
})

test('終わったご契約の分割払いは、あと何回で、いつまでかを言う', () => {
  const left = { remaining: 24, remainingYen: 128_000, monthlyYen: 5333, nextOn: '2026-12-07' }
  expect(untilWhen(left)).toBe('あと24回・毎月5,333円・2028年11月まで')
  expect(untilWhen({ ...left, remaining: 1 })).toBe('あと1回・毎月5,333円・2026年12月まで')
  expect(untilWhen({ ...left, nextOn: undefined })).toBe('あと24回・毎月5,333円')
})

test('終わったご契約のお金は、請求と分割払いをひとつにまとめ、どちらもなければ何も置かない', () => {
  const device = {
    device: 'スマートフォン A',
    remaining: 20,
    remainingYen: 106_660,
    monthlyYen: 5333,
  }
  const both = renderToStaticMarkup(EndedMoney({ bill, isLast: false, devices: [device] }))
  expect(both.match(/<div class="mycards">/g)).toHaveLength(1)
  expect(both).toMatch(/直近の請求[\s\S]*端末の分割払いの残り[\s\S]*106,660/)
  expect(
    renderToStaticMarkup(EndedMoney({ bill: undefined, isLast: false, devices: [device] })),
  ).not.toContain('請求（')
  expect(EndedMoney({ bill: undefined, isLast: true, devices: [] })).toBeNull()
})
