import { proofs, type Proof } from '#vocabulary/proof.ts'
import type { ErrorCode } from './errors.ts'

/** How an operation says what is missing. */
export const proofCodes = {
  freshLogin: 'FRESH_LOGIN_REQUIRED',
  secondFactor: 'SECOND_FACTOR_REQUIRED',
  strong: 'STRONG_PROOF_REQUIRED',
} as const satisfies Record<Proof, ErrorCode>

/** The proof that a refusal asks for, if it asks for one. */
export const proofWantedBy = (code: ErrorCode): Proof | undefined =>
  proofs.find((proof) => proofCodes[proof] === code)
