import { lockContract } from '#backend/contract/contracts.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { AreaDeps } from '#backend/area.ts'
import { recordChange } from '#backend/step/record-change.ts'
import type { Yen } from '#domain/money.ts'
import { spentYen } from '#domain/spending/limit.ts'
import { limitSetMessage } from '../messages/spending.ts'
import { loadSpent } from '../queries/purchase-rule.ts'
import { readSpending } from '../queries/spending.ts'
import { limitOf, writeLimit } from '../rows/spending.ts'

/**
 * Sets the ceiling of a month's charges, tax included, or takes it away where none is given. The ceiling that is in
 * force already changes nothing.
 */
export async function setLimit(
  tx: Db,
  deps: Pick<AreaDeps, 'outbox' | 'book'>,
  who: Who,
  limitYen: Yen | undefined,
) {
  const { contractId, now } = who
  await lockContract(tx, contractId)
  const beforeYen = await limitOf(tx, contractId)
  if (beforeYen !== limitYen) {
    const version = await writeLimit(tx, who, limitYen ?? null)
    const soFarYen = spentYen(await loadSpent(tx, deps, contractId, now))
    await recordChange(tx, deps, who, {
      action: 'spending-limit-set',
      target: contractId,
      details: { version, limitYen: limitYen ?? null },
      message: (accountId) =>
        limitSetMessage({ accountId, contractId }, { version, beforeYen, limitYen, soFarYen }),
    })
  }
  return readSpending(tx, deps, contractId, now)
}
