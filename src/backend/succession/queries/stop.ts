import { isBornThen } from '#backend/application/birth.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { RefusalError } from '#backend/refusal.ts'
import { isOpenSuccession, openSuccessions } from '#domain/succession/succession-states.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { successionApi } from '#protocol/succession.ts'
import { successionWishLabels } from '#vocabulary/succession.ts'
import type { SuccessionRow } from '../rows/successions.ts'

export type ToStop = {
  /** Of the link in a message; without it the succession to the contract of the session is meant. */
  readonly secret: string | undefined
  readonly contractId: string | undefined
}

/** @throws RefusalError NOT_FOUND for a link that is none of ours, and for a contract without an open succession */
export async function findStoppable(
  db: Db,
  { secret, contractId = '' }: ToStop,
  { lock = false } = {},
): Promise<SuccessionRow> {
  const all = db.selectFrom('succession').selectAll()
  const rows =
    secret === undefined
      ? all.where('contract_id', '=', contractId).where('state', 'in', [...openSuccessions])
      : all.where('stop_hash', '=', hashSecret(secret))
  return (lock ? rows.forUpdate() : rows).executeTakeFirstOrThrow(
    () => new RefusalError('NOT_FOUND'),
  )
}

/** What the page shows on which the holder can stop it (wire SuccessionStop). */
export function toWireStop(row: SuccessionRow): Answer<typeof successionApi.successionStopGet> {
  const { order_no: orderNo, submitted_at: at, pause_from: pause, moves_from: moves } = row
  if (orderNo === null || at === null) throw new RefusalError('NOT_FOUND')
  const state = isOpenSuccession(row.state)
    ? 'open'
    : row.state === 'stopped' || row.state === 'accepted'
      ? row.state
      : 'over'
  const isOpen = state === 'open'
  return {
    orderNo,
    wish: row.wish,
    wishLabel: successionWishLabels[row.wish],
    state,
    submittedAt: formatRfc3339(at),
    ...(isOpen && pause !== null ? { pausesFrom: formatRfc3339(pause) } : {}),
    ...(isOpen && moves !== null ? { movesFrom: formatRfc3339(moves) } : {}),
  }
}

/** Without a session. The answer is the same whichever of the two is wrong. @throws RefusalError SUCCESSION_UNKNOWN */
export async function findByBirth(
  db: Db,
  { sealing }: { readonly sealing: Sealing },
  given: { readonly orderNo: string; readonly birth: string },
): Promise<SuccessionRow> {
  const row = await db
    .selectFrom('succession')
    .selectAll()
    .where('order_no', '=', given.orderNo)
    .executeTakeFirst()
  if (row === undefined || !isBornThen(sealing, row, given))
    throw new RefusalError('SUCCESSION_UNKNOWN')
  return row
}
