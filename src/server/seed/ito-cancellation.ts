import { cancellationMessages } from '#backend/cancellation/messages.ts'
import { createCancellationService } from '#backend/cancellation/service.ts'
import type { Db } from '#backend/db/connect.ts'
import { isBefore, startOfDay, startOfMonth, toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import type { Services } from '../services.ts'
import type { SeedContract } from './life.ts'

/** 伊藤 leaves at the end of this month: booked three days ago, or as the month began, as a member books it. */
export async function seedItoCancellation(
  { sealing, outbox, endings }: Services,
  tx: Db,
  { contractId, accountId }: SeedContract,
  now: Instant,
) {
  const service = createCancellationService({
    sealing,
    messages: cancellationMessages({ outbox, sealing }),
    endings,
  })
  const at = bookedAt(now)
  const who = { contractId, accountId, now: at, traceKey: 'seed', sessionHash: 'seed' }
  const { estimated } = await service.estimate(tx, contractId, undefined, at)
  await service.reserve(tx, who, { conditions: estimated.conditions })
}

function bookedAt(now: Instant): Instant {
  const then = now.subtract({ hours: 72 })
  const first = startOfDay(startOfMonth(toTokyoMonth(now)))
  return isBefore(then, first) ? first : then
}
