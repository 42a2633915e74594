import { setTimeout as pause } from 'node:timers/promises'

/** Waits for something to have happened elsewhere; the limit only ends a test that has failed anyway. */
export async function until(
  what: string,
  happened: () => Promise<boolean> | boolean,
  limitMs = 120_000,
) {
  const deadline = performance.now() + limitMs
  while (!(await happened())) {
    if (performance.now() > deadline) throw new Error(`it never happened: ${what}`)
    await pause(20)
  }
}
