import { timingSafeEqual } from 'node:crypto'
import type { Sealing } from '#backend/db/sealing.ts'

/** The birthday with an order's number: by both its status is found without a session. */
export const birthIndex = (sealing: Sealing, orderNo: string, birth: string) =>
  sealing.index(`application birth ${orderNo}`, birth)

/** Whether the order is of somebody born on that day. */
export function isBornThen(
  sealing: Sealing,
  row: { readonly birth_index: string | null },
  given: { readonly orderNo: string; readonly birth: string },
): boolean {
  const kept = Buffer.from(row.birth_index ?? '')
  const expected = Buffer.from(birthIndex(sealing, given.orderNo, given.birth))
  return kept.length === expected.length && timingSafeEqual(kept, expected)
}
