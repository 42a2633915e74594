import { reserveCancellation } from '#backend/cancellation/commands/book-cancellation.ts'
import { estimateCancellation } from '#backend/cancellation/queries/estimate.ts'
import { loadContract } from '#backend/contract/load.ts'
import type { Db } from '#backend/db/connect.ts'
import { isBefore, startOfDay, startOfMonth, toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import type { Services } from '#server/services.ts'
import type { SeedContract } from './life.ts'

/** 伊藤 leaves at the end of this month: booked three days ago, or as the month began, as a member books it. */
export async function seedItoCancellation(
  services: Services,
  tx: Db,
  { contractId, accountId }: SeedContract,
  now: Instant,
) {
  const at = bookedAt(now)
  const who = {
    actor: 'member',
    contractId,
    accountId,
    now: at,
    traceKey: 'seed',
    sessionHash: 'seed',
  } as const
  const known = await loadContract(tx, contractId)
  const { estimated } = await estimateCancellation(tx, services, known, undefined, at)
  await reserveCancellation(tx, services, who, { conditions: estimated.conditions })
}

function bookedAt(now: Instant): Instant {
  const then = now.subtract({ hours: 72 })
  const first = startOfDay(startOfMonth(toTokyoMonth(now)))
  return isBefore(then, first) ? first : then
}
