import { readLeftToCap } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { MB, type Bytes } from '#domain/bytes.ts'
import { monthRoom } from '#domain/gift/decide-gift.ts'
import { giftStep } from '#domain/gift/parts.ts'
import type { Instant } from '#domain/tokyo.ts'
import { givenThisMonth } from '../rows.ts'

/** What may still be given besides what the pool holds. */
export type GiftRoom = {
  readonly monthBytes: Bytes
  /** Of a user whose line has a cap: what is left to it. */
  readonly capBytes: Bytes | undefined
}

export async function roomFor(
  db: Db,
  { contractId, byLineId }: { readonly contractId: string; readonly byLineId: string | undefined },
  now: Instant,
): Promise<GiftRoom> {
  const given = await givenThisMonth(db, contractId, byLineId, now)
  return {
    monthBytes: monthRoom(given, { isByUser: byLineId !== undefined, now }),
    capBytes:
      byLineId === undefined
        ? undefined
        : await readLeftToCap(db, { contractId, lineId: byLineId }, now),
  }
}

/** @throws RefusalError VALIDATION_FAILED for a volume that is no whole number of steps, with the sentence at its field */
export function requireSteps(wanted: Bytes, now: Instant): Bytes {
  const step = giftStep(now)
  if (wanted % step === 0) return wanted
  const fields = { megabytes: [`贈る量は、${step / MB} MB単位で選んでください。`] }
  throw new RefusalError({ code: 'VALIDATION_FAILED', fields })
}

/** @throws RefusalError GIFT_MONTH_FULL, GIFT_TOO_MUCH */
export function requireRoom({ monthBytes, capBytes }: GiftRoom, wanted: Bytes): void {
  if (wanted > monthBytes) throw new RefusalError('GIFT_MONTH_FULL')
  if (capBytes !== undefined && wanted > capBytes) throw new RefusalError('GIFT_TOO_MUCH')
}
