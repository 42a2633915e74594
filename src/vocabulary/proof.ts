/**
 * What an operation asks for beside a session: a login of the last minutes, or one that was made with a second factor
 * at the provider (decision 052).
 */
export const proofs = ['freshLogin', 'secondFactor'] as const
export type Proof = (typeof proofs)[number]

/** Minutes for which a login counts as either (ours). */
export const PROOF_MINUTES = 10

/** Where the browser goes for it, to come back to `back`. */
export const proofAddress = (proof: Proof, back: string): string =>
  `/auth/login?${new URLSearchParams({ proof, back })}`
