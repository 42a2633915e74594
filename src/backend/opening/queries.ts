import type { Db } from '#backend/db/connect.ts'
import { takeoverProgress } from '#backend/handover/public.ts'
import { openingProgress as simProgress, type OpeningProgress } from '#backend/sim/public.ts'

/** How far one line of a new contract is, in the words of its order. */
export type LineProgress = Partial<OpeningProgress> &
  Pick<OpeningProgress, 'orderNo' | 'kind' | 'simSize' | 'stateLabel' | 'sentence'> & {
    readonly lineNo: number
  }

/** How far each line of a new contract is; one that is taken over comes first. */
export async function openingProgress(db: Db, contractId: string): Promise<LineProgress[]> {
  const takeover = await takeoverProgress(db, contractId)
  const orders = [...(takeover ? [takeover] : []), ...(await simProgress(db, contractId))]
  return orders.map((order, index) => ({ lineNo: index + 1, ...order }))
}
