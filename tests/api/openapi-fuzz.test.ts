import { expect, test } from 'vitest'
import { fuzz } from './fuzz/fuzz.ts'
import { useHarness } from './use-harness.ts'

const harness = await useHarness()

test('APIの文書にあるどの操作も、でたらめな要求に、文書のとおりに答える', async () => {
  const { faults, asked, accepted, doneToTheOther } = await fuzz(harness, {
    runs: 1,
    seed: 20_261_122,
  })
  expect(faults).toEqual([])
  expect(asked).toBeGreaterThan(450)
  // Else everything was turned away at the door.
  expect(accepted).toBeGreaterThan(60)
  expect(doneToTheOther).toEqual([])
})
