import { expect, test } from 'vitest'
import { liveAtRandom } from '../api/walk/random-life.ts'

const given = process.env['WALK_SEED']
const seeds = given === undefined ? [20_261_120, 20_261_122, 4_711] : [Number(given)]

const mustHappen = [
  'size booked',
  'size undone',
  'contract cancelled',
  'cancellation undone',
  'line cancelled',
  'line added',
  'SIM reissued',
  'number requested',
  'paper ordered',
]

test.for(seeds)(
  'でたらめに18か月暮らしても、約束はひとつも破れない（種 %i）',
  { timeout: 900_000 },
  async (seed) => {
    const did = await liveAtRandom({ months: 18, seed })
    expect(did).toEqual(expect.arrayContaining(mustHappen))
  },
)
