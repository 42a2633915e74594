import { describe, expect, test } from 'vitest'
import { StartRefusal } from '#process/start-refusal.ts'
import { parseClockArgument } from '../../tools/setup/clock-argument.ts'

describe('npm run clock：時計を動かす', () => {
  test.each([
    ['2026-12-01T00:00+09:00', '2026-11-30T15:00:00Z'],
    ['2026-12-01T00:00:30Z', '2026-12-01T00:00:30Z'],
    ['2026-12-01T00:00', '2026-11-30T15:00:00Z'],
    ['2026-12-01', '2026-11-30T15:00:00Z'],
  ])('%sは%sの時刻：時差がなければ日本の時刻', (word, instant) => {
    expect(parseClockArgument(word)).toEqual({ to: Temporal.Instant.from(instant) })
  })

  test.each([
    ['+1d', 'P1D'],
    ['+3h', 'PT3H'],
    ['+30min', 'PT30M'],
    ['+1mo', 'P1M'],
  ])('%sは%s進める', (word, duration) => {
    const command = parseClockArgument(word)
    expect(typeof command === 'object' && 'by' in command && command.by.toString()).toBe(duration)
  })

  test('real は、外の時刻', () => {
    expect(parseClockArgument(' real ')).toBe('real')
  })

  test.each([
    undefined,
    '',
    '-1d',
    '+1',
    '+d',
    '1d',
    'tomorrow',
    '2026-13-01',
    '2026-02-30',
    '+99999d',
  ])('%sは一文で断る', (word) => {
    expect(() => parseClockArgument(word)).toThrow(StartRefusal)
    expect(() => parseClockArgument(word)).toThrow(
      `"${word ?? ''}" is not a time: say e.g. npm run clock -- 2026-12-01T00:00+09:00, -- +1d, -- +3h, or -- real.`,
    )
  })
})
