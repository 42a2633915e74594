import type { AreaDeps } from '#backend/area.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { RefusalError } from '#backend/refusal.ts'
import { takeStep } from '#backend/step/take-step.ts'
import type { Instant } from '#domain/tokyo.ts'
import { findRequest, type KnownRequest, requestsThatAreOver, stateOf } from '../rows.ts'
import { familyRequests } from '../steps.ts'

type Deps = Pick<AreaDeps, 'outbox'>

/** Writes down what is over already: by its clock, or with the role or the line it was asked by. */
export async function endRequestsThatAreOver(
  deps: Deps & Pick<AreaDeps, 'database' | 'log'>,
  now: Instant,
): Promise<void> {
  const { db } = deps.database
  for (const { contract_id, request_id } of await requestsThatAreOver(db, now))
    await isolated(deps.log, { requestId: request_id }, 'family request not ended', () =>
      db.transaction().execute(async (tx) => {
        await lockContract(tx, contract_id)
        const row = await findRequest(tx, request_id)
        if (row !== undefined) await endIfOver(tx, deps, row, now)
      }),
    )
}

/** The contract must be locked. */
export async function endIfOver(
  tx: Db,
  deps: Deps,
  row: KnownRequest,
  now: Instant,
): Promise<void> {
  if (row.state !== 'open') return
  const state = stateOf(row, now)
  if (state !== 'expired' && state !== 'closed') return
  const by = { actor: 'system' as const, contractId: row.contract_id, now }
  await takeStep(tx, deps, by, familyRequests, { row, step: state })
}

/**
 * Who asked takes it back.
 * @throws RefusalError NOT_FOUND for another's line, FAMILY_REQUEST_USERS_ONLY, FAMILY_REQUEST_OVER also for another's request
 */
export async function withdrawRequest(
  tx: Db,
  deps: Deps,
  who: Who,
  { requestId, lineId }: { readonly requestId: string; readonly lineId: string },
): Promise<void> {
  lineOf(await loadContract(tx, who.contractId, { lock: true }), lineId)
  if (who.familyRoleId === undefined) throw new RefusalError('FAMILY_REQUEST_USERS_ONLY')
  const row = await findRequest(tx, requestId)
  const isOwn =
    row !== undefined &&
    row.contract_id === who.contractId &&
    row.line_id === lineId &&
    row.role_id === who.familyRoleId
  if (!isOwn || stateOf(row, who.now) !== 'open') throw new RefusalError('FAMILY_REQUEST_OVER')
  await takeStep(tx, deps, who, familyRequests, { row, step: 'withdrawn' })
}
