import { lineOf, loadContract } from '#backend/contract/load.ts'
import type { Db } from '#backend/db/connect.ts'
import { requireOk } from '#backend/refusal.ts'
import { addBytes, bytes, noBytes } from '#domain/bytes.ts'
import type { CapRequest } from '#domain/data/cap-request.ts'
import { decideCapChange } from '#domain/data/decide-cap.ts'
import { type LineCap, nothingUsed, reachedPeriod } from '#domain/data/line-cap.ts'
import { replay } from '#domain/data/replay.ts'
import { tryCap } from '#domain/data/try-cap.ts'
import {
  addDays,
  formatRfc3339,
  type Instant,
  isBefore,
  monthOf,
  startOfDay,
  startOfMonth,
  toTokyoDate,
} from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { lineCapApi } from '#protocol/line-cap.ts'
import { capUsesOf } from '../rows/line-caps.ts'
import { readPools } from '../rows/load-pools.ts'
import { lastSnapshots } from '../rows/snapshots.ts'
import { requireVolumes } from './caps-now.ts'
import { readPool } from './pool.ts'

/** Whole days before today that a cap is tried on (ours). */
const DAYS_TRIED = 30

/**
 * What a cap would have done to a line on the last whole days, by the ledger's own replay of the contract with the line's
 * hours cut where it would have been slow. Nothing is written.
 * @throws RefusalError NOT_FOUND, CAP_NOT_SHARED, LINE_NOT_ACTIVE, CONTRACT_ENDED, VALIDATION_FAILED
 */
export async function tryLineCap(
  db: Db,
  asked: CapRequest & {
    readonly contractId: string
    readonly lineId: string
    readonly now: Instant
  },
): Promise<Answer<typeof lineCapApi.lineCapTryGet>> {
  const { contractId, lineId, now } = asked
  const known = await loadContract(db, contractId)
  requireOk(decideCapChange(known.contract, lineOf(known, lineId)))
  const cap: LineCap = requireVolumes(asked)
  const today = toTokyoDate(now)
  const range = { from: addDays(today, -DAYS_TRIED), to: addDays(today, -1) }
  const since = startOfDay(startOfMonth(monthOf(range.from)))
  const [pool, uses, snapshots] = await Promise.all([
    readPool(db, contractId, now),
    capUsesOf(db, [contractId], now),
    lastSnapshots(db, [contractId], since),
  ])
  const [ledger] = await readPools(db, [known.contract], snapshots, now)
  if (ledger === undefined) throw new Error('a contract without a ledger')
  const hours = ledger.facts.uses
    .filter((use) => use.lineId === lineId && !isBefore(use.from, since))
    .map(({ recordId, from, to, highBytes }) => ({
      recordId,
      from,
      to,
      usedBytes: bytes(highBytes - (ledger.uncovered.get(recordId) ?? 0)),
    }))
  const tried = tryCap(cap, hours, range)
  const left = addBytes(
    ...replay(
      {
        ...ledger.facts,
        uses: ledger.facts.uses.map((use) => {
          const within = use.lineId === lineId ? tried.within.get(use.recordId) : undefined
          return within === undefined ? use : { ...use, highBytes: within }
        }),
      },
      ledger.asOf,
    ).buckets.map((one) => one.remainingBytes),
  )
  const sum = (of: 'usedBytes' | 'withinBytes') =>
    tried.days.reduce((total, day) => addBytes(total, day[of]), noBytes)
  return {
    days: tried.days.map(({ date, usedBytes, withinBytes, reached }) => ({
      date,
      usedBytes,
      withinBytes,
      ...(reached && { slowFrom: formatRfc3339(reached.at) }),
    })),
    usedBytes: sum('usedBytes'),
    withinBytes: sum('withinBytes'),
    daysSlow: tried.days.filter((day) => day.withinBytes < day.usedBytes).length,
    leftBytes: pool.totalBytes,
    leftWithBytes: Math.max(left, pool.totalBytes),
    isReachedNow: reachedPeriod(cap, uses.get(lineId) ?? nothingUsed) !== undefined,
    asOf: formatRfc3339(pool.asOf),
  }
}
