import { SETTLE_HOURS } from '#vocabulary/passkey.ts'
import { isBefore, type Instant } from '../tokyo.ts'

/**
 * Whether two devices seem to hold the key: what counts its uses shows no more than before (Web Authentication level 3, section
 * 6.1.1). Passkeys that are synced count nothing, and show 0 each time.
 */
export const isCounterBack = (stored: number, shown: number): boolean =>
  (stored > 0 || shown > 0) && shown <= stored

/** From when a new passkey makes a device known: at once where its owner was proved by more than a mailed code. */
export const settlesAt = (now: Instant, isProvenStrongly: boolean): Instant =>
  isProvenStrongly ? now : now.add({ hours: SETTLE_HOURS })

export const isSettled = (settles: Instant, now: Instant): boolean => !isBefore(now, settles)
