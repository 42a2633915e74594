import { afterAll } from 'vitest'
import { startHarness } from './harness.ts'

/** The harness of one test file: started where the file says `await useHarness()`, stopped after its last test. */
export async function useHarness(...words: Parameters<typeof startHarness>) {
  const harness = await startHarness(...words)
  afterAll(harness.stop)
  return harness
}
