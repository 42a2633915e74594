import { reserveCancellation } from '#backend/cancellation/commands/book-cancellation.ts'
import { estimateCancellation } from '#backend/cancellation/queries/estimate.ts'
import { loadContract } from '#backend/contract/load.ts'
import type { Db } from '#backend/db/connect.ts'
import { giveGift } from '#backend/gift/commands/give-gift.ts'
import { takeGift } from '#backend/gift/commands/take-gift.ts'
import { codeAad } from '#backend/gift/rows.ts'
import { withoutMessages } from '#backend/step/record-change.ts'
import { isBefore, startOfDay, startOfMonth, toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import type { Services } from '#server/services.ts'
import type { SeedContract } from './life.ts'
import { seedWho } from './seed-who.ts'

/** 伊藤 leaves at the end of this month: booked three days ago, or as the month began, as a member books it. */
export async function seedItoCancellation(
  services: Services,
  tx: Db,
  { contractId, accountId }: SeedContract,
  now: Instant,
) {
  const at = bookedAt(now)
  const who = seedWho({ contractId, accountId }, at)
  const known = await loadContract(tx, contractId)
  const { estimated } = await estimateCancellation(tx, services, known, undefined, at)
  await reserveCancellation(tx, services, who, { conditions: estimated.conditions })
}

function bookedAt(now: Instant): Instant {
  const then = now.subtract({ hours: 72 })
  const first = startOfDay(startOfMonth(toTokyoMonth(now)))
  return isBefore(then, first) ? first : then
}

/** 伊藤 is leaving and gives away what would be lost: 小林, whose first month is short, has taken one; another is open. */
export async function seedItoGifts(
  services: Services,
  tx: Db,
  { ito, kobayashi }: { readonly ito: SeedContract; readonly kobayashi: SeedContract },
  now: Instant,
) {
  const { queue, sealing } = services
  // What the demo's past has told its members is written elsewhere.
  const outbox = { ...withoutMessages.outbox, postAll: async () => undefined }
  const deps = { queue, sealing, outbox }
  const give = (megabytes: number) =>
    giveGift(tx, deps, seedWho(ito, now), { megabytes, nickname: 'いとう', byLineId: undefined })
  const { gift_id: giftId, code_sealed: code } = await give(300)
  if (code === null) throw new Error(`${giftId} has no code`)
  await takeGift(tx, deps, seedWho(kobayashi, now), { code: sealing.open(codeAad(giftId), code) })
  await give(200)
}
