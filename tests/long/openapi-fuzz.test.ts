import { expect, test } from 'vitest'
import { fuzz } from '../api/fuzz/fuzz.ts'
import { useHarness } from '../api/use-harness.ts'

const harness = await useHarness()
const given = process.env['FUZZ_SEED']
const seeds = given === undefined ? [1, 2, 3, 4, 5] : [Number(given)]

test.for(seeds)(
  'APIの文書にあるどの操作も、でたらめな要求に、文書のとおりに答える（種 %i）',
  { timeout: 1_200_000 },
  async (seed) => {
    const { faults, doneToTheOther } = await fuzz(harness, { runs: 25, seed })
    expect(faults).toEqual([])
    expect(doneToTheOther).toEqual([])
  },
)
