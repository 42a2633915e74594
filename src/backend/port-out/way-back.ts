import { orderPage } from '#vocabulary/pages.ts'
import { z } from 'zod'
import type { Exchanges } from '#backend/carrier/send-exchanges.ts'
import type { Db } from '#backend/db/connect.ts'
import type { OrderKey } from '#backend/contract/orders.ts'
import { portOut } from './procedure.ts'

const answered = z.object({ redirectUrl: z.url() })

/**
 * Where the member goes after the consent: back to the receiving carrier, once it has been told; else to the order,
 * which says what became of it. Telling it here and by the worker is the same: the carrier takes an id once.
 */
export async function wayBack(
  db: Db,
  exchanges: Exchanges,
  returnOrigins: readonly string[],
  key: OrderKey,
): Promise<string> {
  const { exchangeId } = (await portOut.find(db, key)).details
  await exchanges.send(exchangeId)
  const row = await db
    .selectFrom('carrier_exchange')
    .select('answer')
    .where('exchange_id', '=', exchangeId)
    .executeTakeFirst()
  const told = answered.safeParse(row?.answer).data
  const isKnown = told && returnOrigins.includes(new URL(told.redirectUrl).origin)
  return isKnown ? told.redirectUrl : orderPage(key.orderNo)
}
