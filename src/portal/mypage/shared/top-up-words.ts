import type { Permission } from './wire.ts'

/** Why no pack can be bought now, where the page has said already that the contract is stopped. */
export function whyNoTopUp({ reasonCode, message = '' }: Permission): string {
  return reasonCode === 'SUSPENDED' || reasonCode === 'UNPAID'
    ? 'データのチャージは、ご利用を再開すると購入できます。'
    : message
}
