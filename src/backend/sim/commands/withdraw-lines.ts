import { findOpenOrders } from '#backend/contract/orders.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { isPastStopping } from '../queries/opening-progress.ts'
import { isLineOpening } from '../rows/details.ts'
import { cancelSimOrder } from './cancel-order.ts'
import type { SimProgress } from './take-effect.ts'

/**
 * Takes back every line of a new contract, while none is on its way.
 * @returns whether it was not too late.
 */
export async function withdrawLines(tx: Db, deps: SimProgress, who: Who): Promise<boolean> {
  const orders = (await findOpenOrders(tx, who.contractId)).filter(isLineOpening)
  if (orders.some(isPastStopping)) return false
  for (const { order_no: orderNo } of orders) await cancelSimOrder(tx, deps, who, orderNo)
  return orders.length > 0
}
