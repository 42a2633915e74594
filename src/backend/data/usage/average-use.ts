import type { ContractRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { averagedMonths, averageUse, type AverageUse } from '#domain/data/average-use.ts'
import { startOfMonth, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { usageByMonth } from './usage-queries.ts'

/** The high-speed use of the contract's average month, as the usage page has it. */
export async function readAverageUse(
  db: Db,
  { contract_id, started_on }: ContractRow,
  now: Instant,
): Promise<AverageUse | undefined> {
  const today = toTokyoDate(now)
  const [first] = averagedMonths(today)
  if (first === undefined || started_on === null) return undefined
  const used = await usageByMonth(db, contract_id, { from: startOfMonth(first), to: today })
  return averageUse(used, started_on, today)
}
