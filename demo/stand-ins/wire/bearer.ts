import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { refusal } from './refusal.ts'

/** Lets through only calls that carry `Authorization: Bearer <secret>`. */
export function bearer(secret: string): MiddlewareHandler {
  return async (c, next) => {
    if (!isSame(c.req.header('authorization') ?? '', `Bearer ${secret}`)) {
      throw refusal(401, 'UNAUTHORIZED')
    }
    await next()
  }
}

/** Compares without telling by the time taken how much was right. */
export function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
