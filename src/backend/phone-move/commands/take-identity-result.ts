import type { IdentityConcluded } from '#backend/area.ts'
import { findLine, lockContract } from '#backend/contract/contracts.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import { endHold } from '#backend/hold/holds.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import type { Instant } from '#domain/tokyo.ts'
import { moveMessage } from '../messages.ts'
import { phoneMove } from '../procedure.ts'
import { requestProfile } from './ask-carrier.ts'
import type { MoveDeps } from './begin-move.ts'

/** The chip was read and says the same as we know: the carrier is asked. What staff refused is over. */
export async function takeIdentityResult(
  tx: Db,
  deps: MoveDeps,
  { contractId, orderNo, state, decided }: IdentityConcluded,
  now: Instant,
): Promise<void> {
  if (contractId === null) return
  await lockContract(tx, contractId)
  // A check may outlive what it was for: then nothing waits for it.
  const row = await findRow(tx, 'procedure_order', { contract_id: contractId, order_no: orderNo })
  if (row === undefined || !phoneMove.owns(row) || row.state !== 'id_check') return
  const by: By = { actor: 'system', contractId, now }
  if (state === 'matched') {
    const order = phoneMove.read(row)
    const line = await findLine(tx, contractId, order.line_id ?? '')
    const proved = await phoneMove.advance(orderNo, { event: 'proved' })(tx, by)
    const asked = await requestProfile(tx, deps, by, proved, line)
    await takeOrderStep(tx, deps.engine, by, {
      procedure: phoneMove,
      step: asked,
      audit: { action: 'phone-move-proved' },
    })
    return
  }
  if (state !== 'mismatch' || decided === undefined) return
  await takeOrderStep(tx, deps.engine, by, {
    procedure: phoneMove,
    step: phoneMove.advance(orderNo, { event: 'proof_failed' }),
    audit: { action: 'phone-move-proof-failed' },
    message: (facts) => moveMessage('proofFailed', { ...facts, said: decided.reason }),
  })
  await endHold(tx, orderNo, now)
}
