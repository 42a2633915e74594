import type { Contract } from '#portal/mypage/shared/wire.ts'

/** The last day of a running contract, if its end is booked, and where the booking is shown. */
export function bookedEnd(
  contract: Contract,
): { on: string; path: string | undefined } | undefined {
  const booked = contract.bookedChanges.find(({ operation }) => operation === 'contractCancel')
  const on = booked?.effectiveOn ?? contract.endsOn
  return on === undefined ? undefined : { on, path: booked?.path }
}
