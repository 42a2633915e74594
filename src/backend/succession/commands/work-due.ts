import type { AreaDeps } from '#backend/area.ts'
import { findContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { lockRow } from '#backend/db/rows.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { MONTHS_FOR_DOCUMENTS } from '#domain/succession/steps.ts'
import { takesDocuments, undecidedSuccessions } from '#domain/succession/succession-states.ts'
import { monthsBefore, type Instant } from '#domain/tokyo.ts'
import { deleteSuccession, type SuccessionRow } from '../rows/successions.ts'
import { successions } from '../steps.ts'
import { pauseContract, resumeContract } from './pause-contract.ts'

type Deps = Pick<AreaDeps, 'database' | 'outbox' | 'log'>

/** Pauses contracts where a paper has shown the death, others are waited for, and the holder has stopped nothing in time. */
export async function pauseContracts(deps: Deps, now: Instant): Promise<void> {
  const found = await successionKeys(deps)
    .where('state', 'in', [...undecidedSuccessions])
    .where('pause_from', '<=', now)
    .where('paused_at', 'is', null)
    .execute()
  await eachSuccession(deps, found, 'contract not paused', async (tx, row) => {
    if (!takesDocuments(row.state) || row.paused_at !== null || row.order_no === null) return
    const by = { actor: 'system', now } as const
    await pauseContract(tx, row.contract_id, by)
    await takeStep(tx, deps, by, successions, { row, step: 'paused', patch: { paused_at: now } })
  })
}

/** Closes what nobody has sent the papers for in half a year: the contract goes on as it is. */
export async function closeWithoutPapers(deps: Deps, now: Instant): Promise<void> {
  const found = await successionKeys(deps)
    .where('state', '=', 'documents_requested')
    .where('asked_at', '<=', monthsBefore(now, MONTHS_FOR_DOCUMENTS))
    .execute()
  await eachSuccession(deps, found, 'succession not closed', async (tx, row) => {
    if (row.state !== 'documents_requested' || row.order_no === null) return
    const by = { actor: 'system', now } as const
    await resumeContract(tx, row.contract_id, by)
    const { account_id: holder } = await findContract(tx, row.contract_id)
    await takeStep(tx, deps, by, successions, { row, step: 'lapsed', facts: { holder } })
  })
}

/** Deletes what was typed and never submitted, with its papers, half a year after the last change. */
export async function deleteOldDrafts(deps: Deps, now: Instant): Promise<void> {
  const found = await successionKeys(deps)
    .where('state', '=', 'draft')
    .where('changed_at', '<=', monthsBefore(now, MONTHS_FOR_DOCUMENTS))
    .execute()
  await eachSuccession(deps, found, 'draft of a succession not deleted', async (tx, row) => {
    if (row.state === 'draft') await deleteSuccession(tx, row)
  })
}

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
        const row = await lockRow(tx, 'succession', {
          account_id: accountId,
          succession_id: successionId,
        })
        if (row !== undefined) await work(tx, row)
      }),
    )
}
