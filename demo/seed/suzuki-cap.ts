import { setCap } from '#backend/data/commands/set-cap.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { Services } from '#server/services.ts'
import type { SeedContract } from './life.ts'

/** What 鈴木 lets the son's line use in a month: more than a usual one, so that he is not slow on the first day of the demo. */
const MONTH_MB = 8000

export async function seedSuzukiCap(
  services: Services,
  tx: Db,
  { contractId, accountId, lines }: SeedContract,
  now: Instant,
) {
  const lineId = lines[1]?.lineId
  if (lineId === undefined) return
  const who = { actor: 'member', contractId, accountId, now, traceKey: 'seed' } as const
  const cap = { over: 'month', monthMb: MONTH_MB, atCap: 'ask', warnPercent: 80 } as const
  await setCap(tx, services, who, { lineId, ...cap })
}
