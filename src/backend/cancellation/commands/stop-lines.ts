import { askToTerminate } from '#backend/carrier/exchange.ts'
import { isServed, type LineRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { StopOrders } from '#backend/billing/public.ts'
import type { Instant } from '#domain/tokyo.ts'

export type StopDeps = Pick<ProcedureDeps, 'queue'> & { stopOrders: StopOrders }

/** Ends the open SIM orders of lines that end by this order, and asks the carrier to terminate those it serves. */
export async function stopLines(
  tx: Db,
  { queue, stopOrders }: StopDeps,
  lines: readonly LineRow[],
  { orderNo, endsAt, now }: { orderNo: string; endsAt: Instant; now: Instant },
) {
  await stopOrders(tx, lines, now)
  for (const line of lines.filter(isServed))
    await askToTerminate(tx, queue, line, endsAt, { orderNo, because: orderNo, now })
}
