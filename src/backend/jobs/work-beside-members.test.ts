import { expect, test } from 'vitest'
import { createPace } from './work-beside-members.ts'

/** What becomes of parts of 60 ms, for each whether others were answered meanwhile: rests in ms, and whether it goes on. */
async function work(worker: number, isHelp: boolean, seen: readonly boolean[]) {
  let restedMs = 0
  const pace = createPace({ isHelp, rest: async (ms) => (restedMs += ms) })
  const ways: string[] = []
  for (const isBesideOthers of seen) {
    pace.note(isBesideOthers)
    const before = restedMs
    const goesOn = await pace.yieldAfter(60, worker)
    ways.push(goesOn ? `rests ${restedMs - before}` : 'leaves')
  }
  return ways
}

test('だれにも応えていなければ休まず働き、ときどきの問いでは変わらない', async () => {
  const seen = Array.from({ length: 40 }, (_, n) => n % 10 === 0)
  expect(new Set(await work(0, false, seen))).toEqual(new Set(['rests 0']))
  expect(new Set(await work(1, true, seen))).toEqual(new Set(['rests 0']))
})

test('会員がいる間は、最初の働き手だけが働いた分だけ休みながら進む', async () => {
  expect(await work(0, false, [true, true, true])).toEqual(['rests 0', 'rests 60', 'rests 60'])
  expect(await work(1, false, [true, true])).toEqual(['rests 0', 'leaves'])
  expect(await work(0, true, [true, true])).toEqual(['rests 0', 'leaves'])
})

test('最後の会員のあとは、すぐにまた休まず働く', async () => {
  const ways = await work(0, false, [...Array(20).fill(true), ...Array(8).fill(false)])
  expect(ways.at(19)).toBe('rests 60')
  expect(ways.at(-1)).toBe('rests 0')
})
