import { defineAggregate } from '#backend/step/take-step.ts'
import { callerProofStates } from '#domain/telephone/proof-states.ts'
import type { ProofRow } from './rows.ts'

/** Every step of proving a caller. */
export const callerProofs = defineAggregate({
  table: 'caller_proof',
  key: ['account_id', 'proof_id'],
  machine: callerProofStates,
  accountId: (proof) => proof.account_id,
  steps: {
    begun: { event: null, audit: 'caller-proof-begun', details: ofProof },
    proved: { audit: 'caller-proved', details: ofProof },
    failed: { audit: 'caller-proof-failed', details: ofProof },
    expired: {},
  },
})

function ofProof({ purpose, way }: ProofRow) {
  return { purpose, way }
}
