import type { AreaDeps } from '#backend/area.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import { keyOf } from '#backend/contract/orders.ts'
import type { Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { handover } from '../procedure.ts'
import type { HandoverOrder } from '../rows/details.ts'
import { findHandover, type HandoverRow } from '../rows/handover.ts'

/**
 * Works on every hand-over in these states, each in a transaction of its own with both contracts locked: the receiver's
 * first, as everywhere.
 */
export async function eachHandover(
  deps: Pick<AreaDeps, 'database' | 'log'>,
  { states, failure }: { states: Parameters<typeof handover.findOpen>[1]; failure: string },
  work: (tx: Db, row: HandoverRow, order: HandoverOrder) => Promise<void>,
): Promise<void> {
  const { db } = deps.database
  const found = await handover.findOpen(db, states)
  for (const key of found.map(keyOf))
    await isolated(deps.log, key, failure, () =>
      db.transaction().execute(async (tx) => {
        const before = await findHandover(tx, key)
        if (before === undefined) return
        if (before.receiver_contract_id !== null)
          await lockContract(tx, before.receiver_contract_id)
        await lockContract(tx, key.contractId)
        const row = await findHandover(tx, key)
        if (row === undefined || row.receiver_contract_id !== before.receiver_contract_id) return
        await work(tx, row, await handover.find(tx, key))
      }),
    )
}
