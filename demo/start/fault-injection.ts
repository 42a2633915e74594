import { setTimeout as pause } from 'node:timers/promises'
import { RefusalError } from '#backend/refusal.ts'
import type { ErrorCode } from '#protocol/errors.ts'

/**
 * Doors by which each failing screen can be opened by hand in development (spec 7.3): a text field or query value that
 * contains `demo:409` gives that status. `DEMO_DELAY_MS=500` delays every answer. Production has neither.
 */
const doors: Record<string, ErrorCode> = {
  '400': 'VALIDATION_FAILED',
  '404': 'NOT_FOUND',
  '405': 'METHOD_NOT_ALLOWED',
  '409': 'CHANGED_MEANWHILE',
  '422': 'IDEMPOTENCY_KEY_REUSED',
  '500': 'INTERNAL',
  '503': 'UNAVAILABLE',
}

export function createFaultInjection(delayMs: number) {
  return async (input: unknown) => {
    if (delayMs > 0) await pause(delayMs)
    const status = /demo:(\d{3})/.exec(JSON.stringify(input))?.[1]
    const code = status === undefined ? undefined : doors[status]
    if (code) throw new RefusalError({ code, facts: { door: code } })
  }
}
