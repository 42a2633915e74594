import type { LineRow } from '#backend/contract/contracts.ts'
import { planCodeOf } from '#backend/contract/facts.ts'
import { loadContract } from '#backend/contract/load.ts'
import { servedLines } from '#backend/contract/monthly-use.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { readPool, usageOfRecentDays, usedBytesOf, type UsageOfDay } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { planOn } from '#domain/catalogue/plan.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { formatRfc3339, startOfMonth, toTokyoDate, toTokyoMonth } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { lineApi } from '#protocol/line.ts'
import { toWireLine } from '#backend/contract/line-mapping.ts'

/** The lines that draw on one pool, and each one's part of this month's use. */
export async function readLineGroup(
  db: Db,
  sealing: Sealing,
  contractId: string,
  now: Temporal.Instant,
): Promise<Answer<typeof lineApi.statusLineGroupGet>> {
  const today = toTokyoDate(now)
  const firstDay = startOfMonth(toTokyoMonth(now))
  const [{ contract, lines: all, facts }, pool, recent] = await Promise.all([
    loadContract(db, contractId),
    readPool(db, contractId, now),
    usageOfRecentDays(db, contractId, today),
  ])
  const days = recent.filter(({ day }) => day >= firstDay)
  // A line that left this month is listed too, with its use.
  const served = new Set(servedLines(all))
  const lines = all.filter((line) => served.has(line) || usedBytesOf(days.filter(isOf(line))) > 0)
  const used = lines.map((line) => usedBytesOf(days.filter(isOf(line))))
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
      usedTodayBytes: usedBytesOf(days.filter(isOf(line)).filter((one) => one.day === today)),
      sharePerMille: shares[index] ?? 0,
    })),
    add: toWireWhy('simAdd', mayBegin('simAdd', facts, now)),
    asOf: formatRfc3339(pool.asOf),
  }
}

const isOf =
  (line: LineRow) =>
  ({ lineId }: UsageOfDay) =>
    lineId === line.line_id

/**
 * Parts of a whole in thousandths that add up to exactly 1000 (largest remainder), the earlier one first where two
 * remainders are equal. If all parts are 0, every result is 0.
 */
export function perMille(parts: readonly number[]): readonly number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  if (whole === 0) return parts.map(() => 0)
  // BigInt: a month's bytes times a thousand exceed the safe integers.
  const exact = parts.map((part) => ({
    floor: Number((BigInt(part) * 1000n) / BigInt(whole)),
    rest: (BigInt(part) * 1000n) % BigInt(whole),
  }))
  const missing = 1000 - exact.reduce((sum, one) => sum + one.floor, 0)
  const winners = exact
    .map((one, index) => ({ rest: one.rest, index }))
    .toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
    .slice(0, missing)
    .map((one) => one.index)
  return exact.map((one, index) => one.floor + (winners.includes(index) ? 1 : 0))
}
