import { findContract, findLines } from '#backend/contract/contracts.ts'
import { loadFacts, planCodeOf } from '#backend/contract/facts.ts'
import { servedLines } from '#backend/contract/monthly-use.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { readPool } from '#backend/data/ledger/pool-service.ts'
import { usageByDay, type UsageOfDay } from '#backend/data/usage/usage-queries.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { planOn } from '#domain/catalogue/plan.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { allowanceOf } from '#domain/exclusion/allowed-operations.ts'
import { formatRfc3339, startOfMonth, toTokyoDate, toTokyoMonth } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { lineApi } from '#protocol/line.ts'
import { toWireLine } from './mapping.ts'
import { perMille } from './per-mille.ts'

/** The lines that draw on one pool, and each one's part of this month's use. */
export async function readLineGroup(
  db: Db,
  sealing: Sealing,
  contractId: string,
  now: Temporal.Instant,
): Promise<Answer<typeof lineApi.statusLineGroupGet>> {
  const today = toTokyoDate(now)
  const firstDay = startOfMonth(toTokyoMonth(now))
  const [contract, all, pool, days, facts] = await Promise.all([
    findContract(db, contractId),
    findLines(db, contractId),
    readPool(db, contractId, now),
    usageByDay(db, contractId, { from: firstDay, to: today }),
    loadFacts(db, contractId),
  ])
  const lines = servedLines(all)
  const used = lines.map((line) => highBytesOf(days, line.line_id))
  const shares = perMille(used)
  return {
    plan: contract.plan_code,
    planName: planOn(planCodeOf(contract), today).name,
    shared: contract.course === 'share',
    maxLines: ruleValue('linesMax', today),
    poolBytes: pool.totalBytes,
    lines: lines.map((line, index) => ({
      line: toWireLine(line, sealing),
      usedThisMonthBytes: used[index] ?? 0,
      usedTodayBytes: highBytesOf(
        days.filter((one) => one.day === today),
        line.line_id,
      ),
      sharePerMille: shares[index] ?? 0,
    })),
    add: toWireWhy(allowanceOf('simAdd', facts, now)),
    asOf: formatRfc3339(pool.asOf),
  }
}

function highBytesOf(days: readonly UsageOfDay[], lineId: string): number {
  return days.reduce((sum, one) => (one.lineId === lineId ? sum + one.highBytes : sum), 0)
}
