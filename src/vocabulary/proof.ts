/** What the login provider can show beside a session: a login of the last minutes, or one made with a second factor (decision 052). */
export const loginProofs = ['freshLogin', 'secondFactor'] as const
export type LoginProof = (typeof loginProofs)[number]

/**
 * What an operation asks for. `secondFactor` is the provider's or our own; `strong` is a passkey or the IC chip of an identity
 * document, which whoever knows the password and reads the mailbox does not have (decision 111).
 */
export const proofs = [...loginProofs, 'strong'] as const
export type Proof = (typeof proofs)[number]

/** Minutes for which any of them counts (ours). */
export const PROOF_MINUTES = 10

/**
 * Where the browser goes for it, to come back to `back`: to the provider, or first to the screen that offers a passkey, where the
 * account has one.
 */
export const proofAddress = (proof: Proof, back: string): string =>
  `/auth/login?${new URLSearchParams({ proof, back })}`

/** To the provider at once, also where the account has a passkey. */
export const loginProofAddress = (proof: LoginProof, back: string): string =>
  `/auth/login?${new URLSearchParams({ proof, back, way: 'provider' })}`

/** How many hours what is ordered from a new device waits, so that the member can stop it (ours: decision 052). */
export const holdHours = { simOrder: 24, portOut: 2, profileEdit: 24, phoneMove: 24 } as const
