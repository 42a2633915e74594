/** Passkeys that one account may have at a time (ours): several phones, a tablet, a computer and security keys. */
export const MAX_PASSKEYS = 10

/** Minutes for which what the browser is given to sign may be signed: once, and in the session that was given it (ours). */
export const CHALLENGE_MINUTES = 5

/**
 * Hours after which a passkey that was added by a mailed code alone makes a new device known (ours): until then whoever got hold
 * of the code once has gained nothing for later, and the owner has read the notice.
 */
export const SETTLE_HOURS = 24

/** Minutes within which a proof by the IC chip that was begun has to be finished (ours). */
export const IDENTITY_PROOF_MINUTES = 30

/** Why an attempt with a passkey came to nothing, as the address of the page says it. */
export type PasskeyFailure =
  | 'expired'
  | 'unknown'
  | 'unverified'
  | 'stopped'
  | 'unsettled'
  | 'empty'
