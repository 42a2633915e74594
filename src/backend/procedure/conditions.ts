import { createHash } from 'node:crypto'
import { canonical } from '#backend/audit.ts'
import { RefusalError } from '#backend/refusal.ts'

type Priced = {
  operation: string
  effectiveOn: string
  changes: unknown
  oneOff: unknown
  oneOffBillMonth?: string | undefined
  monthlyBefore: unknown
  monthlyAfter: unknown
  undoUntil?: string | undefined
}

/**
 * The fingerprint of what the member confirms: what changes, when, and every price with its rate row. Whether it is
 * allowed at the moment is not part of it: the order checks that again.
 * @param wanted what the form asked for, so that the fingerprint of one request does not fit another.
 */
export function conditionsOf(estimate: Priced, wanted: unknown): string {
  const { operation, effectiveOn, changes, oneOff, oneOffBillMonth } = estimate
  const { monthlyBefore, monthlyAfter, undoUntil } = estimate
  const said = {
    operation,
    effectiveOn,
    changes,
    oneOff,
    oneOffBillMonth,
    monthlyBefore,
    monthlyAfter,
    undoUntil,
    wanted,
  }
  return createHash('sha256').update(canonical(said)).digest('base64url')
}

/** @throws RefusalError CONDITIONS_CHANGED when a price or a date is no longer the one that was confirmed. */
export function requireConditions(confirmed: string, estimate: { conditions: string }) {
  if (confirmed !== estimate.conditions) throw new RefusalError('CONDITIONS_CHANGED')
}
