import { defineAggregate } from '#backend/step/take-step.ts'
import { callerProofStates } from '#domain/console/proof-states.ts'
import { grantStates } from '#domain/console/grant-states.ts'
import type { GrantRow } from './rows/grants.ts'
import type { ProofRow } from './rows/proofs.ts'

/** Every step of an opened record, in the member's own chain. */
export const grants = defineAggregate({
  table: 'access_grant',
  key: ['account_id', 'grant_id'],
  machine: grantStates,
  chain: (grant) => grant.contract_id ?? grant.account_id,
  target: (grant) => grant.grant_id,
  accountId: (grant) => grant.account_id,
  steps: {
    opened: {
      event: null,
      audit: 'record-opened',
      details: ({ reason, about }: GrantRow) => ({ reason, about: about ?? undefined }),
    },
    closed: { audit: 'record-closed' },
    expired: { audit: 'record-expired' },
    revoked: { audit: 'record-revoked' },
  },
})

/** Every step of proving a caller. */
export const callerProofs = defineAggregate({
  table: 'caller_proof',
  key: ['account_id', 'proof_id'],
  machine: callerProofStates,
  chain: (proof) => proof.account_id,
  target: (proof) => proof.proof_id,
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
