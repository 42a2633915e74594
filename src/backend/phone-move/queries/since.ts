import type { LineRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { bringsSim } from '#vocabulary/operation.ts'
import type { MoveSince } from '#vocabulary/phone-move.ts'
import type { MoveOrder } from '../rows/details.ts'

/** What has become of the line since the move; undefined while the move still says by which SIM it works. */
export async function sinceMove(
  db: Db,
  { contract_id: contractId, closed_at: closedAt, requested_at: requestedAt }: MoveOrder,
  { line_id: lineId, status }: LineRow,
): Promise<MoveSince | undefined> {
  if (status === 'ended') return 'lineEnded'
  if (closedAt === null) return undefined
  const later = await db
    .selectFrom('procedure_order')
    .select('order_no')
    .where('contract_id', '=', contractId)
    .where('line_id', '=', lineId)
    .where('procedure', 'in', [...bringsSim])
    .where('requested_at', '>', requestedAt)
    .limit(1)
    .executeTakeFirst()
  return later && 'otherSim'
}
