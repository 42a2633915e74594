import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { SuccessionRow } from '../rows/successions.ts'

/** Successions of one round; the next hour continues. */
const A_ROUND = 200

export const successionKeys = ({ database }: Pick<AreaDeps, 'database'>) =>
  database.db.selectFrom('succession').select(['account_id', 'succession_id']).limit(A_ROUND)

/** Works on each in a transaction of its own, locked and as it is by then. */
export async function eachSuccession(
  deps: Pick<AreaDeps, 'database' | 'log'>,
  found: readonly Pick<SuccessionRow, 'account_id' | 'succession_id'>[],
  failure: string,
  work: (tx: Db, row: SuccessionRow) => Promise<void>,
): Promise<void> {
  for (const { account_id: accountId, succession_id: successionId } of found)
    await isolated(deps.log, { successionId }, failure, () =>
      deps.database.db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('succession')
          .selectAll()
          .where('account_id', '=', accountId)
          .where('succession_id', '=', successionId)
          .forUpdate()
          .executeTakeFirst()
        if (row !== undefined) await work(tx, row)
      }),
    )
}
