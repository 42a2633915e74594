import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { bytes, tokyoDate } from '#protocol/primitives.ts'
import type { Usage } from '#portal/mypage/shared/wire.ts'
import { Week } from './week.tsx'

const day = (date: string, highMb: number, lowMb: number) => ({
  date: tokyoDate.parse(date),
  highSpeedBytes: bytes.parse(highMb * 1_000_000),
  lowSpeedBytes: bytes.parse(lowMb * 1_000_000),
  provisional: false,
})

const weekOf = (days: Usage['days']) => renderToStaticMarkup(<Week usage={{ days }} />)
const figuresIn = (html: string) =>
  Array.from(html.matchAll(/<text[^>]*>(\d+)<\/text>/g), ([, figure]) => figure)

test('この7日の棒は、利用状況の画面と同じく残量から減った量で、低速は別に言う', () => {
  const html = weekOf([day('2026-11-19', 120, 0), day('2026-11-20', 30, 250)])
  expect(figuresIn(html)).toEqual(['120', '30'])
  expect(html).toContain('ほかに低速で250\u00a0MB（データ残量は減りません）')
})

test('低速を使わなかった週は、低速のことを言わない', () => {
  expect(weekOf([day('2026-11-20', 30, 0)])).not.toContain('ほかに低速')
})

test('何も使わなかった週は、棒を出さない', () => {
  expect(weekOf([day('2026-11-20', 0, 0)])).toBe('')
})
