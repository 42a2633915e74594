import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import { toTokyoMonth, type Instant } from '#domain/tokyo.ts'

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  jcb: 'JCB',
  amex: 'American Express',
}

/** As members know it; an unknown one is a card. */
export const brandName = (brand: string) => brands[brand.toLowerCase()] ?? 'カード'

export type PaymentCard = {
  readonly brand: string
  readonly last4: string
  /** `YYYY-MM`, the last month it is good for. */
  readonly expires: string
  readonly usable: boolean
  readonly updatedAt: Instant
}

/** The card on file that the contract's bills are charged to; undefined without one. */
export async function paymentCard(
  db: Db,
  contractId: string,
  now: Instant,
): Promise<PaymentCard | undefined> {
  const card = await findRow(
    db,
    'payment_card',
    { contract_id: contractId },
    'brand',
    'last4',
    'expires',
    'updated_at',
  )
  return (
    card && {
      brand: brandName(card.brand),
      last4: card.last4,
      expires: card.expires,
      usable: card.expires >= toTokyoMonth(now),
      updatedAt: card.updated_at,
    }
  )
}
