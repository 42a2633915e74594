import { readFileSync } from 'node:fs'

const STALL_MS = 100

/**
 * How long an answer was waited for. The time in which a process that works on it (this one and `others`) was ready to
 * run and the machine gave it no processor does not count: so a promise of seconds is held to the second, beside any
 * other work.
 */
export async function waited<Result>(work: Promise<Result> | Result, others: number[] = []) {
  const before = ['self', ...others].map((pid) => ({ pid, waitedMs: processorWaitMs(pid) }))
  if (before[0]?.waitedMs === undefined) return waitedByTicks(work)
  const began = performance.now()
  const result = await work
  let ms = performance.now() - began
  for (const { pid, waitedMs = 0 } of before) ms -= (processorWaitMs(pid) ?? waitedMs) - waitedMs
  return { result, ms }
}

/** How long a process' main thread has waited for a processor since it began, as Linux counts it. */
function processorWaitMs(pid: string | number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return undefined
  }
}

/** Where the system does not report it: of the time between two ticks, what goes beyond 100 ms was a wait for the processor. */
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
