/** How much may be sent, and how slowly, before anything of ours looks at it. */
export type RequestBounds = {
  /** Of a whole body: the longest form and the longest report of the carrier have a tenth of it. */
  bodyBytes: number
  /** So many larger ones (photographs) are held by a process at the same time. */
  largeAtOnce: number
  headersTimeoutMs: number
  /** From the first byte to the last of the body: at 16 kbit/s a form of 4 kB takes two seconds. */
  requestTimeoutMs: number
  /** How often slow senders are looked for. */
  checkEveryMs: number
  /** How long a refused sender may take to read the refusal. */
  lingerMs: number
}

export const requestBounds: RequestBounds = {
  bodyBytes: 100_000,
  largeAtOnce: 4,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  checkEveryMs: 1_000,
  lingerMs: 1_000,
}

/** Node's own part of it: who sends too slowly is told 408 and cut off. */
export function serverOptionsOf(bounds: RequestBounds) {
  return {
    headersTimeout: bounds.headersTimeoutMs,
    requestTimeout: bounds.requestTimeoutMs,
    connectionsCheckingInterval: bounds.checkEveryMs,
  }
}
