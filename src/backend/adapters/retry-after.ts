const LONGEST_SECONDS = 3600

/** What `Retry-After` says (RFC 9110, 10.2.3), seconds or a date by the machine's clock; at most an hour. */
export function secondsOf(header: string | undefined, nowMs = Date.now()): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - nowMs) / 1000
  return Number.isFinite(seconds)
    ? Math.min(LONGEST_SECONDS, Math.max(1, Math.ceil(seconds)))
    : undefined
}
