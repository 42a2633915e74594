import { z } from 'zod'
import type { Exchanges } from '#backend/carrier/send-exchanges.ts'
import type { OrderKey } from '#backend/contract/orders.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { orderPage } from '#vocabulary/pages.ts'
import { portOut } from '../procedure.ts'
import type { ReturnOrigins } from '../queries/hand-off.ts'

const accepted = z.object({ redirectUrl: z.url() })

/**
 * Where the member goes after the consent: back to the receiving carrier, once our carrier has taken the consent; else to
 * the order, which says what became of it. The worker sends the consent too: the carrier takes an id once.
 */
export async function leadBack(
  deps: Pick<ProcedureDeps, 'database'> & ReturnOrigins & { exchanges: Exchanges },
  key: OrderKey,
): Promise<string> {
  const { db } = deps.database
  const { exchangeId } = (await portOut.find(db, key)).details
  await deps.exchanges.send(exchangeId)
  const row = await db
    .selectFrom('carrier_exchange')
    .select('answer')
    .where('exchange_id', '=', exchangeId)
    .executeTakeFirst()
  const { redirectUrl } = accepted.safeParse(row?.answer).data ?? {}
  const isKnown = redirectUrl && deps.returnOrigins.includes(new URL(redirectUrl).origin)
  return isKnown ? redirectUrl : orderPage(key.orderNo)
}
