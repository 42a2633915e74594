import type { Db } from '#backend/db/connect.ts'
import type { Bytes } from '#domain/bytes.ts'
import { leftToCap, nothingUsed } from '#domain/data/line-cap.ts'
import type { Instant } from '#domain/tokyo.ts'
import { capOf, capsOf, capUsesOf, liftFrom, liftsOf } from '../rows/line-caps.ts'

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
