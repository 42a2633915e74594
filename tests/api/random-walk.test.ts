import { expect, test } from 'vitest'
import { liveAtRandom } from './walk/random-life.ts'

const mustHappen = [
  'size undone',
  'contract cancelled',
  'line added',
  'SIM reissued',
  'number requested',
  'paper ordered',
]

// Eighteen months, and with more seeds: tests/long.
test('でたらめに6か月暮らしても、約束はひとつも破れない', async () => {
  const did = await liveAtRandom({ months: 6, seed: 20_261_120 })
  expect(did).toEqual(expect.arrayContaining(mustHappen))
})
