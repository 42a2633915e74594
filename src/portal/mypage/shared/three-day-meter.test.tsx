import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { bytes } from '#protocol/primitives.ts'
import { ThreeDayMeter } from './three-day-meter.tsx'

const threeDay = {
  sumBytes: bytes.parse(491_000_000),
  limitBytes: bytes.parse(366_000_000),
  days: [],
  state: 'normal' as const,
}
const wordsOf = (line: Parameters<typeof ThreeDayMeter>[0]['line']) =>
  renderToStaticMarkup(<ThreeDayMeter line={line} />).replaceAll(/<[^>]*>/g, '')

test('止まっている回線に、高速で通信しているとも、速度を下げているとも言わない', () => {
  const stopped = '通信を止めているあいだは、速度への影響はありません。'
  expect(wordsOf({ on: true, speed: 'stopped', threeDay })).toContain(stopped)
  const slowed = { ...threeDay, state: 'slowed' as const }
  expect(wordsOf({ on: true, speed: 'stopped', threeDay: slowed })).toContain(stopped)
  expect(wordsOf({ on: true, speed: 'high', threeDay })).toContain(
    '上限を超えていますが、高速で通信しているため速度は下がりません。',
  )
})
