import { describe, expect, test } from 'vitest'
import { courseOf, lastsWords } from './course.ts'

const at = 1_000_000
const shownAt = (saidSeconds: number) => ({ canGoOn: true, endsAtMs: 0, saidSeconds })

describe('ログインが終わる前のお知らせ', () => {
  test('2分より前は何も出さず、2分前にもう一度尋ねる', () => {
    expect(courseOf({ secondsLeft: 1800, canGoOn: true }, undefined, at)).toEqual({
      shown: undefined,
      askInSeconds: 1680,
    })
  })

  test('2分前に知らせ、30秒前と終わりに、ほかのタブで使われていないかを尋ねる', () => {
    expect(courseOf({ secondsLeft: 120, canGoOn: true }, undefined, at)).toEqual({
      shown: { canGoOn: true, endsAtMs: at + 120_000, saidSeconds: 120 },
      askInSeconds: 90,
    })
    expect(courseOf({ secondsLeft: 30, canGoOn: true }, shownAt(120), at)).toEqual({
      shown: { canGoOn: true, endsAtMs: at + 30_000, saidSeconds: 30 },
      askInSeconds: 31,
    })
  })

  test('返事が1秒遅れても、2分と言う', () => {
    expect(courseOf({ secondsLeft: 119, canGoOn: true }, undefined, at).shown).toEqual({
      canGoOn: true,
      endsAtMs: at + 119_000,
      saidSeconds: 120,
    })
  })

  test('途中で尋ね直しても、声に出す言葉は変わらない', () => {
    expect(courseOf({ secondsLeft: 75, canGoOn: true }, shownAt(120), at).shown).toMatchObject({
      saidSeconds: 120,
    })
  })

  test('ほかのタブで使われていれば、お知らせは消える', () => {
    expect(courseOf({ secondsLeft: 1795, canGoOn: true }, shownAt(120), at).shown).toBeUndefined()
  })

  test('返事がなければ、出ているものはそのままで、15秒後にまた尋ねる', () => {
    expect(courseOf(undefined, shownAt(30), at)).toEqual({ shown: shownAt(30), askInSeconds: 15 })
  })

  test('終わったら、それを知らせて、もう尋ねない', () => {
    expect(courseOf('over', shownAt(30), at)).toEqual({ shown: 'over', askInSeconds: undefined })
  })
})

test.each([
  [120, '2分'],
  [75, '1分15秒'],
  [30, '30秒'],
  [0, '0秒'],
])('残り%d秒は「%s」', (seconds, words) => {
  expect(lastsWords(seconds)).toBe(words)
})
