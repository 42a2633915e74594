import type { Db } from '#backend/db/connect.ts'
import { findCheckOfOrder, insertCheck } from './checks.ts'
import { toWireCheck } from './wire.ts'

export type OrderChecks = typeof orderChecks

/** The checks of orders, for the areas whose orders wait for one. */
export const orderChecks = {
  open: insertCheck,
  /** Wire IdentityCheck of an order. */
  wireOf: async (db: Db, accountId: string, orderNo: string) =>
    toWireCheck(await findCheckOfOrder(db, accountId, orderNo)),
}
