import type { Db } from '#backend/db/connect.ts'
import { runFixed } from '#backend/db/fixed-query.ts'
import { leftToCap, marksOf, nothingUsed } from '#domain/data/line-cap.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { CapPeriod } from '#vocabulary/line-cap.ts'
import { capOf, capsOf, capUsesOf, liftFrom, liftsOf } from '../rows/line-caps.ts'
import { RefusalError } from '#backend/refusal.ts'
import { type CapRequest, volumesOf } from '#domain/data/cap-request.ts'
import type { Bytes } from '#domain/bytes.ts'

export type CapNow = {
  readonly line_id: string
  /** The cap that the line has reached. */
  readonly period: CapPeriod | null
}

const capsNow = `
  select c.line_id, r.period
  from (
    select distinct on (line_id) line_id from line_cap
    where contract_id = $1 order by line_id, sequence desc) c
  left join line_cap_reach r on r.contract_id = $1 and r.line_id = c.line_id and r.state = 'reached'`

/**
 * By line with a cap: the volumes that hold now, what was allowed for today counted in. A period without a volume has no
 * cap until the day ends.
 */
export async function readMarksNow(db: Db, contractId: string, now: Instant) {
  const [caps, lifts] = await Promise.all([
    capsOf(db, [contractId]),
    liftsOf(db, [contractId], now),
  ])
  return new Map(
    caps.map((row) => {
      const own = lifts.filter((lift) => lift.line_id === row.line_id)
      return [row.line_id, marksOf(capOf(row), own.map(liftFrom))]
    }),
  )
}

/** What holds now of one line's cap. */
export type MarksNow = ReturnType<typeof marksOf>

/** The caps of a contract's lines, for the pages that show every line; few contracts have any. */
export const readCapsNow = (db: Db, contractId: string): Promise<CapNow[]> =>
  runFixed<CapNow>(db, capsNow, [contractId])

/** @throws RefusalError VALIDATION_FAILED with a sentence beside each volume that is missing. */
export function requireVolumes(request: CapRequest) {
  const volumes = volumesOf(request)
  if (!('missing' in volumes)) return volumes
  const fields = Object.fromEntries(
    volumes.missing.map((name) => [name, ['高速で使える量を、MBの数字で入力してください。']]),
  )
  throw new RefusalError({ code: 'VALIDATION_FAILED', fields })
}

/** How much a line can still use before it is at its cap; undefined where it has none. */
export async function readLeftToCap(
  db: Db,
  { contractId, lineId }: { readonly contractId: string; readonly lineId: string },
  now: Instant,
): Promise<Bytes | undefined> {
  const ofLine = (one: { readonly line_id: string }) => one.line_id === lineId
  const cap = (await capsOf(db, [contractId])).find(ofLine)
  if (cap === undefined) return undefined
  const lifts = (await liftsOf(db, [contractId], now)).filter(ofLine)
  const used = (await capUsesOf(db, [contractId], now)).get(lineId) ?? nothingUsed
  return leftToCap(capOf(cap), lifts.map(liftFrom), used)
}
