import { afterAll } from 'vitest'
import { startHarness, type Harness } from './harness.ts'

/** The harness of one test file: started where the file says `await useHarness()`, stopped after its last test. */
export async function useHarness(...words: Parameters<typeof startHarness>) {
  return closeAtEnd(await startHarness(...words))
}

export function closeAtEnd(harness: Harness): Harness {
  afterAll(harness.stop)
  return harness
}
