import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import type { CheckSubject } from '#backend/identity/public.ts'
import { moveDetails } from '../rows/details.ts'

/** Whom the check of a move is about: its holder, read by the session that began the move alone. */
export async function subjectOfMove(
  db: Db,
  sealing: Sealing,
  accountId: string,
  orderNo: string,
): Promise<CheckSubject | undefined> {
  const order = await db
    .selectFrom('procedure_order as o')
    .innerJoin('contract as c', 'c.contract_id', 'o.contract_id')
    .select(['o.closed_at', 'o.details'])
    .where('c.account_id', '=', accountId)
    .where('o.order_no', '=', orderNo)
    .where('o.procedure', '=', 'phoneMove')
    .executeTakeFirst()
  if (order === undefined) return undefined
  const { name, kana, birth, address } = await readHolder(db, sealing, accountId)
  const { sessionHash } = moveDetails.parse(order.details)
  return { name, kana, birth, address, isOver: order.closed_at !== null, onlySession: sessionHash }
}
