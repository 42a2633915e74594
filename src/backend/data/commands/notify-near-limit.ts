import { sql } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import { lineWords } from '#backend/contract/line-words.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import type { Db } from '#backend/db/connect.ts'
import { notifyMember, type StepDeps } from '#backend/step/record-change.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import type { ThreeDayMeter } from '#domain/data/three-day.ts'
import { addDays, type Instant, type TokyoDate, toTokyoDate } from '#domain/tokyo.ts'
import { nearLimitMessage } from '../messages.ts'

/** A line that the three-day rule is about to slow. */
export type NearLimit = {
  readonly contractId: string
  readonly lineId: string
  readonly meter: ThreeDayMeter
}

/** One notice for a line and the days that count together: who was notified the day before knows. */
const sourceRefOf = (lineId: string, day: TokyoDate) => `three-day/${lineId}/${day}`

/** Notifies the holders of these lines, unless they want no alerts or were notified within the days that count. */
export async function notifyNearLimit(
  tx: Db,
  deps: Pick<AreaDeps, 'sealing'> & StepDeps,
  near: readonly NearLimit[],
  now: Instant,
): Promise<void> {
  for (const { contractId, lineId, meter } of near) {
    const { contract, lines } = await loadContract(tx, contractId)
    const { account_id: accountId } = contract
    const line = lineOf({ lines }, lineId)
    const today = toTokyoDate(now)
    if (line.status !== 'active' || (await isSilent(tx, { contractId, accountId, lineId, today })))
      continue
    const message = nearLimitMessage({
      accountId,
      sourceRef: sourceRefOf(lineId, today),
      line: lineWords(line, deps.sealing),
      of: { contractId, lineId },
      meter,
    })
    await notifyMember(tx, deps, message, now)
  }
}

async function isSilent(
  tx: Db,
  known: { contractId: string; accountId: string; lineId: string; today: TokyoDate },
): Promise<boolean> {
  const { contractId, accountId, lineId, today } = known
  const window = ruleValue('threeDayWindow', today)
  const refs = Array.from({ length: window + 1 }, (_, n) => sourceRefOf(lineId, addDays(today, -n)))
  const { rows } = await sql`
    select from notice where account_id = ${accountId} and source_ref = any(${refs})
    union all
    select from alert_setting where contract_id = ${contractId} and channel = 'none'`.execute(tx)
  return rows.length > 0
}
