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

/** How many hours what is ordered from a new device waits, so that the member can stop it (ours: decision 052). */
export const holdHours = { simOrder: 24, portOut: 2, profileEdit: 24 } as const
