import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { AccidentFigures } from '#domain/outage/accident.ts'
import { quarterGrounds, type QuarterGround } from '#domain/outage/quarter.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { Outage } from '../queries.ts'
import { readAccident } from './accident.ts'

export type AccidentOfQuarter = {
  readonly outage: Outage
  readonly figures: AccidentFigures
  /** Why it is in the report of the quarter (電気通信事業報告規則 第7条の3). */
  readonly grounds: readonly QuarterGround[]
}

/**
 * The outages that began from `from` to before `to`, the earliest first, with lines × hours: for each all contracts are gone
 * through. Announced maintenance is no accident.
 */
export async function readQuarter(
  db: Db,
  deps: { readonly sealing: Sealing },
  { from, to }: { readonly from: Instant; readonly to: Instant },
  now: Instant,
): Promise<AccidentOfQuarter[]> {
  const began = await db
    .selectFrom('outage')
    .select('outage_id')
    .where('kind', '=', 'outage')
    .where('cancelled_at', 'is', null)
    .where('begins_at', '>=', from)
    .where('begins_at', '<', to)
    .where('begins_at', '<=', now)
    .orderBy('begins_at')
    .execute()
  const found: AccidentOfQuarter[] = []
  for (const { outage_id: outageId } of began) {
    const accident = await readAccident(db, deps, outageId, now)
    if (accident === undefined) continue
    const grounds = quarterGrounds(accident.outage.begins_at, accident.figures)
    found.push({ ...accident, grounds })
  }
  return found
}
