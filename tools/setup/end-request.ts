/** A Ctrl-C reaches us from the terminal, from npm and from first-run: one burst is one request. */
const burstMs = 1000

/**
 * The operator's request to end: Ctrl-C, SIGTERM, a closed terminal, or the death of the process that
 * started us. A second one after the first burst ends us at once.
 */
export function listenForEnd(): AbortSignal {
  const controller = new AbortController()
  let firstAt = 0
  const onRequest = () => {
    if (!controller.signal.aborted) {
      firstAt = performance.now()
      controller.abort()
    } else if (performance.now() - firstAt > burstMs) {
      process.exit(130)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onRequest)
  if (process.channel) {
    process.once('disconnect', onRequest)
    process.channel.unref()
  }
  return controller.signal
}

/** Resolves when the end is requested. */
export function endOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
