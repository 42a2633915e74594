import { expect, test } from 'vitest'
import { agoWords, whenWords } from './stage-words.tsx'

const at = '2026-11-24T03:05:00Z'
const storedAtMs = Date.parse(at)
const HOUR = 3_600_000
const stored = { at, storedAtMs, figures: undefined }

test('最後に受け取った時刻は、きょう・きのう・日付と時刻で示す', () => {
  expect(whenWords(stored, storedAtMs + 6 * HOUR)).toBe('きょう 12:05')
  expect(whenWords(stored, storedAtMs + 12 * HOUR)).toBe('きのう 12:05')
  expect(whenWords(stored, storedAtMs + 48 * HOUR)).toBe('11月24日（火）12:05')
})

test('何分前か、何時間前かを示す', () => {
  expect(agoWords(stored, storedAtMs + 59_000)).toBe('たったいま')
  expect(agoWords(stored, storedAtMs + 12 * 60_000)).toBe('12分前')
  expect(agoWords(stored, storedAtMs + 6 * HOUR + 15 * 60_000)).toBe('6時間15分前')
  expect(agoWords(stored, storedAtMs + 2 * HOUR)).toBe('2時間前')
  expect(agoWords(stored, storedAtMs + 75 * HOUR)).toBe('3日前')
})

test('端末の時計が1日ずれていても、受け取った時刻も何時間前かも変わらない', () => {
  const wrong = { ...stored, storedAtMs: storedAtMs - 24 * HOUR }
  const now = storedAtMs - 24 * HOUR + 6 * HOUR
  expect([whenWords(wrong, now), agoWords(wrong, now)]).toEqual(['きょう 12:05', '6時間前'])
})
