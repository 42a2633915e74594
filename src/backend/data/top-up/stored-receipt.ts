import type { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import { topUpApi } from '#protocol/top-up.ts'

/** What was told when the pack was bought; what has become of the pack since is not part of it. */
const storedReceipt = topUpApi.topUpReceiptGet.result.omit({ state: true }).required()
type StoredReceipt = z.output<typeof storedReceipt>

/** Kept with the purchase, in its transaction. */
export async function storeReceipt(
  tx: Db,
  contractId: string,
  told: z.input<typeof storedReceipt>,
  now: Temporal.Instant,
) {
  const details = JSON.stringify(storedReceipt.parse(told))
  await tx
    .insertInto('receipt')
    .values({ contract_id: contractId, order_no: told.receipt.orderNo, details, issued_at: now })
    .execute()
}

/** Undefined for another member's, and for a purchase made before receipts were kept. */
export async function findReceipt(
  db: Db,
  contractId: string,
  orderNo: string,
): Promise<StoredReceipt | undefined> {
  const row = await db
    .selectFrom('receipt')
    .select('details')
    .where('contract_id', '=', contractId)
    .where('order_no', '=', orderNo)
    .executeTakeFirst()
  return row && storedReceipt.parse(row.details)
}
