const STALL_MS = 100

/**
 * How long an answer was waited for. Where the machine gave this process no processor for longer than 100 ms, the rest
 * does not count: so a promise of seconds is held to the second, beside any other work.
 */
export async function waited<Result>(work: Promise<Result> | Result) {
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
