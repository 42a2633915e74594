/**
 * SQLSTATE classes and socket codes that mean: the database cannot serve now, the request is not at fault. A lock that
 * was not to be had in time (55P03) and a deadlock (40P01) are among them: the same request may be made again.
 */
const outageStates = /^(08|53|57P|25006|XX001|58|55P03|40P01)/
const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'ENOENT',
])
const outageMessages = /timeout|terminated|Connection ended|not queryable|read-only transaction/i

/** A lock that was not to be had in time, or a deadlock: somebody else was busy, the database itself is there. */
export function isLockWait(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(55P03|40P01)$/.test(String(error.code))
}

/** Whether an error is the database being away, silent, full or read-only, rather than a defect of ours. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string') {
    if (outageCodes.has(error.code) || outageStates.test(error.code)) return true
  }
  if (error instanceof AggregateError) return error.errors.some(isDatabaseOutage)
  return outageMessages.test(error.message)
}
