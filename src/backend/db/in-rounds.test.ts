import { expect, test } from 'vitest'
import { inRounds } from './in-rounds.ts'

/** The rounds in which these ids are read, and after which of them each was asked for. */
async function walk(ids: readonly string[], limit: number) {
  const asked: string[] = []
  const rounds: (readonly string[])[] = []
  const read = async (round: { after: string; limit: number }) => {
    asked.push(round.after)
    return ids.filter((id) => id > round.after).slice(0, round.limit)
  }
  for await (const round of inRounds(limit, read, (id) => id)) rounds.push(round)
  return { asked, rounds }
}

test('契約は番号の順に、決めた数ずつ、もれなく1回だけ読まれる', async () => {
  expect(await walk(['a', 'b', 'c', 'd', 'e'], 2)).toEqual({
    asked: ['', 'b', 'd'],
    rounds: [['a', 'b'], ['c', 'd'], ['e']],
  })
})

test('ちょうど割り切れるときは、もう一度読んで終わり、空の回は渡さない', async () => {
  expect(await walk(['a', 'b'], 2)).toEqual({ asked: ['', 'b'], rounds: [['a', 'b']] })
  expect(await walk([], 2)).toEqual({ asked: [''], rounds: [] })
})
