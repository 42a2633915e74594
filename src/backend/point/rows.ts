import { sql, type Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { getRow } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import type { Instant, TokyoMonth } from '#domain/tokyo.ts'

export type GrantRow = Selectable<Database['point_grant']>

/** The partner's id of the member is bound to this. */
export const partnerAad = (contractId: string) => `point_grant.partner_id:${contractId}`

/** Points of one bill; below zero where they are taken back. */
export type PointsOfBill = {
  readonly month: TokyoMonth
  readonly billId: string
  readonly points: number
}

/** One row a bill, as it is sent to the partner. */
export async function insertGrants(
  tx: Db,
  sealing: Sealing,
  { contractId, partnerId }: { readonly contractId: string; readonly partnerId: string },
  points: readonly PointsOfBill[],
  now: Instant,
): Promise<GrantRow[]> {
  const rows = points.map((of) => ({
    contract_id: contractId,
    month: of.month,
    order_id: `points-${of.billId}`,
    partner_id_sealed: sealing.seal(partnerAad(contractId), partnerId),
    points: of.points,
    moved_points: null,
    state: 'sent' as const,
    reason: null,
    asked_at: now,
    answered_at: null,
  }))
  return tx.insertInto('point_grant').values(rows).returningAll().execute()
}

/** Grants whose answer is awaited, the oldest first. */
export async function openGrants(db: Db, contractId?: string): Promise<GrantRow[]> {
  const open = db.selectFrom('point_grant').selectAll().where('state', 'in', ['sent', 'unknown'])
  return (contractId === undefined ? open : open.where('contract_id', '=', contractId))
    .orderBy('asked_at')
    .orderBy('order_id')
    .execute()
}

type Key = Pick<GrantRow, 'contract_id' | 'month'>

export async function findGrant(db: Db, { contract_id, month }: Key): Promise<GrantRow> {
  return getRow(db, 'point_grant', { contract_id, month })
}

/** The points the contract was granted, less those that were taken back. */
export async function grantedPoints(db: Db, contractId: string): Promise<number> {
  const { points } = await db
    .selectFrom('point_grant')
    .select(sql<number>`coalesce(sum(moved_points * sign(points)), 0)::bigint`.as('points'))
    .where('contract_id', '=', contractId)
    .where('state', '=', 'ok')
    .executeTakeFirstOrThrow()
  return points
}
