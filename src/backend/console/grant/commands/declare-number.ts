import type { SignedInStaff } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { insertIfNew } from '#backend/db/rows.ts'
import type { Instant } from '#domain/tokyo.ts'
import { numberIndex } from '../queries/own-numbers.ts'

/** Declares a number as one's own or one's family's. It is not taken back: who could would open the record once. */
export async function declareNumber(
  tx: Db,
  { sealing }: { readonly sealing: Sealing },
  { staffId }: SignedInStaff,
  { number, now }: { readonly number: string; readonly now: Instant },
) {
  await insertIfNew(tx, 'staff_kin', {
    staff_id: staffId,
    number_index: numberIndex(sealing, number),
    declared_at: now,
  })
}
