import { expect, test } from 'vitest'
import { givenUpAt, nextTryAt, restSeconds, retryPausesSeconds } from './retry.ts'

const since = Temporal.Instant.from('2026-11-20T10:00:00+09:00')

/** When a delivery is tried to which nobody ever answers, in seconds since the event. */
function triesOf(chance: number): number[] {
  const tried = [0]
  let now = since
  for (let tries = 1; ; tries += 1) {
    const next = nextTryAt({ tries, since }, now, chance)
    if (next === undefined) return tried
    now = next
    tried.push(since.until(now).total('seconds'))
  }
}

test('届かないものは、すぐに、5秒・5分・30分・2時間・5時間・10時間・14時間・20時間あけて、3日のあいだに9回まで届け直す', () => {
  expect(triesOf(0)).toEqual([0, 5, 305, 2_105, 9_305, 27_305, 63_305, 113_705, 185_705])
  // A tenth later each.
  expect(triesOf(1)).toEqual([0, 6, 336, 2_316, 10_236, 30_036, 69_636, 125_076, 204_276])
  expect(triesOf(1).every((seconds) => seconds < 72 * 3600)).toBe(true)
})

test('3日を過ぎて届け直すことはない。相手が「あとで」と言っても同じ', () => {
  const late = since.add({ hours: 60 })
  expect(nextTryAt({ tries: 8, since }, late, 0)).toBeUndefined()
  expect(nextTryAt({ tries: 1, since }, late, 0, 12 * 3600)).toBeUndefined()
  expect(givenUpAt(since).toString()).toBe('2026-11-23T01:00:00Z')
})

test('相手の言った「あとで」が長ければ、それに合わせる', () => {
  expect(nextTryAt({ tries: 1, since }, since, 0, 120)?.toString()).toBe('2026-11-20T01:02:00Z')
  expect(nextTryAt({ tries: 3, since }, since, 0, 120)?.toString()).toBe('2026-11-20T01:30:00Z')
})

test('返事のない相手には、5秒・5分・30分、そのあとは30分ごとに、待たせてから届ける', () => {
  expect([1, 2, 3, 4, 9, 50].map(restSeconds)).toEqual([5, 300, 1_800, 1_800, 1_800, 1_800])
  expect(retryPausesSeconds).toHaveLength(8)
})
