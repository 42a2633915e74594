import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import { hostOf, type WebhookRow } from '../rows.ts'
import { webhooks } from '../steps.ts'

/** A delivery that is given up. */
export type Lost = {
  /** Since when it was tried. */
  readonly since: Instant
  readonly isGone: boolean
}

/**
 * Stops a receiver that says it takes nothing any more (410), or to which an event could not be brought for three days in
 * which no other arrived either. The member is written to.
 * @returns whether it is stopped
 */
export async function stopLost(
  tx: Db,
  deps: StepDeps & { readonly sealing: Sealing },
  row: WebhookRow,
  lost: readonly Lost[],
  now: Instant,
): Promise<boolean> {
  if (row.state !== 'on') return false
  const isGone = lost.some((one) => one.isGone)
  const { last_delivered_at: last } = row
  const isDead = lost.some(({ since }) => last === null || isBefore(last, since))
  if (!isGone && !isDead) return false
  const by = { actor: 'system', contractId: row.contract_id, now } as const
  await takeStep(tx, deps, by, webhooks, {
    row,
    step: 'given_up',
    patch: { busy_by: null, busy_until: null, rests_until: null },
    facts: { host: hostOf(deps.sealing, row), isGone },
  })
  return true
}
