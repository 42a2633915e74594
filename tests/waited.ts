import { readFileSync } from 'node:fs'

const STALL_MS = 100

/**
 * How long an answer was waited for. The time in which a process that works on it (this one and `others`) was ready to
 * run and the machine gave it no processor does not count: so a promise of seconds is held to the second, beside any
 * other work.
 */
export async function waited<Result>(work: Promise<Result> | Result, others: number[] = []) {
  const before = processorWaitMs(others)
  if (before === undefined) return waitedByTicks(work)
  const began = performance.now()
  const result = await work
  const ms = performance.now() - began - ((processorWaitMs(others) ?? before) - before)
  return { result, ms }
}

/** How long the main threads have waited for a processor since they began, as Linux counts it. */
function processorWaitMs(others: number[]): number | undefined {
  try {
    const waits = ['self', ...others].map((pid) =>
      Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]),
    )
    return waits.reduce((sum, wait) => sum + wait, 0) / 1e6
  } catch {
    return undefined
  }
}

/** Where the system does not tell: of the time between two ticks, what goes beyond 100 ms was a wait for the processor. */
async function waitedByTicks<Result>(work: Promise<Result> | Result) {
  let ms = 0
  let last = performance.now()
  const tick = () => {
    const now = performance.now()
    ms += Math.min(now - last, STALL_MS)
    last = now
  }
  const ticking = setInterval(tick, 10)
  try {
    const result = await work
    tick()
    return { result, ms }
  } finally {
    clearInterval(ticking)
  }
}
