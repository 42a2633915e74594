import { z } from 'zod'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import { defineJob, type JobQueue } from '#backend/jobs/queue.ts'
import { isTokyoMonth, type Instant } from '#domain/tokyo.ts'
import { repairBill } from '../bulk/close-month.ts'
import { billedMonth } from '../queries/billed-month.ts'

export const repairBillJob = defineJob({
  name: 'bill-repair',
  payload: z.object({ contractId: z.string(), month: z.string().refine(isTokyoMonth) }),
  retryLimit: 1,
  retryDelaySeconds: 5,
})

type OfContract = { readonly contractId: string; readonly month: string }

/** Lets the worker try once more to make a bill that could not be made. @throws RangeError where it is made, or not late */
export async function askForRepair(
  tx: Db,
  { queue }: { readonly queue: JobQueue },
  { contractId, month }: OfContract,
): Promise<void> {
  const failure = isTokyoMonth(month)
    ? await findRow(tx, 'close_failure', { contract_id: contractId, month })
    : undefined
  if (failure === undefined || failure.resolved_at !== null)
    throw new RangeError(`No bill of ${contractId} for ${month} waits for a repair`)
  await queue.send(tx, repairBillJob, { contractId, month })
}

/** The job; what cannot be billed still stays listed with its reason. */
export async function repairOneBill(
  { database, book, log }: Pick<AreaDeps, 'database' | 'book' | 'log'>,
  { contractId, month }: z.output<typeof repairBillJob.payload>,
  now: Instant,
): Promise<void> {
  const isRepaired = await repairBill(database.db, billedMonth(month, book), contractId, now)
  log.info({ contractId, month, isRepaired }, 'bill tried once more')
}
