import { DELIVERY_HOURS } from '#vocabulary/webhook.ts'
import { isBefore, type Instant } from '../tokyo.ts'

const MINUTE = 60
const HOUR = 3_600

/**
 * The pauses after the first try, the second and so on, in seconds: the schedule that Standard Webhooks gives as its example
 * (“Deliverability and reliability”), cut to `DELIVERY_HOURS`.
 */
export const retryPausesSeconds = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
] as const

/** Receivers that failed together do not come back together: each pause is up to a tenth longer. */
const JITTER_SHARE = 1 / 10

/** A receiver that has not answered is left alone for at most so long, whatever waits for it: it may be back. */
const LONGEST_REST_SECONDS = 30 * MINUTE

/**
 * When a delivery that failed is tried again; undefined where it is given up.
 * @param tries how often it has been tried since `since`: the event, or the press that sends it again
 * @param afterSeconds what the receiver asked for (Retry-After)
 * @param chance from 0 to 1
 */
export function nextTryAt(
  { tries, since }: { readonly tries: number; readonly since: Instant },
  now: Instant,
  chance: number,
  afterSeconds = 0,
): Instant | undefined {
  const planned = retryPausesSeconds[tries - 1]
  if (planned === undefined) return undefined
  const jitter = Math.round(planned * JITTER_SHARE * chance)
  const at = now.add({ seconds: Math.max(planned + jitter, afterSeconds) })
  return isBefore(at, givenUpAt(since)) ? at : undefined
}

/** From then on a delivery is not tried any more. */
export const givenUpAt = (since: Instant): Instant => since.add({ hours: DELIVERY_HOURS })

/**
 * For how long nothing is sent to a receiver that did not answer.
 * @param unanswered how often in a row it has not answered
 */
export const restSeconds = (unanswered: number): number =>
  Math.min(retryPausesSeconds[unanswered - 1] ?? LONGEST_REST_SECONDS, LONGEST_REST_SECONDS)
