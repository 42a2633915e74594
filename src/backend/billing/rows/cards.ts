import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { upsertRow } from '#backend/db/rows.ts'
import type { NewCard } from '#backend/ports/card-page.ts'
import type { Instant } from '#domain/tokyo.ts'

export const maskedCard = (last4: string) => `**** **** **** ${last4}`

/** Where a card's token is sealed for. */
export const cardAad = (contractId: string) => `payment_card.token:${contractId}`

/** The contract's card from now on: its first, or instead of the one before. */
export async function writeCard(
  tx: Db,
  sealing: Sealing,
  contractId: string,
  card: NewCard,
  now: Instant,
): Promise<void> {
  const stored = {
    token_sealed: sealing.seal(cardAad(contractId), card.cardToken),
    brand: card.brand,
    last4: card.last4,
    expires: card.expires,
    updated_at: now,
  }
  await upsertRow(tx, 'payment_card', { contract_id: contractId }, stored)
}
