import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Figures } from './request-limits.ts'

/** How a caller stands with the limit. */
export type Standing = {
  readonly isOver: boolean
  readonly remaining: number
  readonly resetSeconds: number
}

export type CallCounter = ReturnType<typeof createCallCounter>

/**
 * Counts calls in this process alone: a program is told how it stands with every answer, and a write to the database for each
 * would cost more than most answers do. With several web processes a program has the figure at each of them.
 */
export function createCallCounter(figures: Figures) {
  const counter = new RateLimiterMemory({ points: figures.requests, duration: figures.seconds })
  return {
    figures,
    async count(key: string): Promise<Standing> {
      const [isOver, answer] = await counter.consume(key).then(
        (counted): [boolean, unknown] => [false, counted],
        (refused: unknown): [boolean, unknown] => [true, refused],
      )
      if (!(answer instanceof RateLimiterRes)) throw answer
      return {
        isOver,
        remaining: answer.remainingPoints,
        resetSeconds: Math.max(1, Math.ceil(answer.msBeforeNext / 1000)),
      }
    },
  }
}

/**
 * The fields RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-10): the figure and its window, then what
 * is left of it and for how long.
 */
export const standingHeaders = (
  { requests, seconds }: Figures,
  { remaining, resetSeconds }: Standing,
): Record<string, string> => ({
  'RateLimit-Policy': `"calls";q=${requests};w=${seconds}`,
  RateLimit: `"calls";r=${remaining};t=${resetSeconds}`,
})
