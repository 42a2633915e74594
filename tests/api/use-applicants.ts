import { afterAll, beforeEach } from 'vitest'
import { startCardPage } from './applicants.ts'
import type { startHarness } from './harness.ts'
import { useHarness } from './use-harness.ts'

/** For one file's tests of applications: with the card page, and at the same time before each. */
export async function useApplicants(
  at = '2026-11-20T10:00:00+09:00',
  more?: Parameters<typeof startHarness>[2],
) {
  const cardPage = await startCardPage()
  afterAll(cardPage.close)
  const harness = await useHarness(at, { CARD_UPDATE_URL: cardPage.url }, more)
  beforeEach(() => harness.clock.set(at))
  return harness
}
