import type { Instant } from '#domain/tokyo.ts'

/** An instant kept as text in an order's details. */
export function instantIn(value: unknown): Instant | undefined {
  if (typeof value !== 'string') return undefined
  try {
    return Temporal.Instant.from(value)
  } catch {
    return undefined
  }
}
