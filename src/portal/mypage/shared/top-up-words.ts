import type { Permission } from './wire.ts'

/** Why no pack can be bought now, where the page has said already that the contract is stopped, or what is owed. */
export function whyNoTopUp({ reasonCode, message = '' }: Permission): string {
  if (reasonCode === 'SUSPENDED') return 'データチャージは、ご利用を再開すると購入できます。'
  return reasonCode === 'UNPAID'
    ? 'データチャージは、料金のお支払いが済むと購入できます。'
    : message
}
