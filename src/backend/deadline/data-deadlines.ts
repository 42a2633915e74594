import { pages } from '#vocabulary/pages.ts'
import { readPool } from '#backend/data/ledger/pool-service.ts'
import type { Db } from '#backend/db/connect.ts'
import type { DateToKnow } from '#backend/procedure/definition.ts'
import { addBytes } from '#domain/bytes.ts'
import { instant, type Instant } from '#domain/tokyo.ts'
import { formatVolume } from '#vocabulary/volume.ts'

/** When what is left of the data goes, one date for all that goes together. */
export async function dataDeadlines(
  db: Db,
  contractId: string,
  now: Instant,
): Promise<DateToKnow[]> {
  const { buckets } = await readPool(db, contractId, now)
  const left = buckets.filter((bucket) => bucket.remainingBytes > 0)
  return [...Map.groupBy(left, ({ expiresAt }) => expiresAt.toString())].map(([at, together]) => {
    const bytes = addBytes(...together.map((bucket) => bucket.remainingBytes))
    return {
      kind: 'dataExpiry',
      title: 'データ残量の有効期限',
      message: `いま残っている${formatVolume(bytes, 'residual')}は、ここまで使えます。`,
      at: instant(at),
      path: pages.usage,
    }
  })
}
