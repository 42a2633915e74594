import type { Db } from '#backend/db/connect.ts'
import { countedMoves } from '#domain/phone-move/decide-move.ts'
import { monthsBefore, type Instant } from '#domain/tokyo.ts'

/** The moves of a line within the year before an instant that stayed with the new phone. */
export async function countMoves(
  db: Db,
  { contract_id: contractId, line_id: lineId }: { contract_id: string; line_id: string | null },
  before: Instant,
): Promise<number> {
  const { count } = await db
    .selectFrom('procedure_order')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('contract_id', '=', contractId)
    .where('line_id', '=', lineId)
    .where('procedure', '=', 'phoneMove')
    .where('state', 'in', [...countedMoves])
    .where('requested_at', '>=', monthsBefore(before, 12))
    .where('requested_at', '<', before)
    .executeTakeFirstOrThrow()
  return Number(count)
}
