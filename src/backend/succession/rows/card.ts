import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { NewCard } from '#backend/ports/card-page.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { SuccessionRow } from './successions.ts'

/** The token of the card is bound to this, until the card is the contract's. */
export const successionCardAad = (successionId: string) => `succession.card:${successionId}`

/** Saves the heir's card; a succession that was submitted meanwhile keeps its card. */
export async function saveSuccessionCard(
  tx: Db,
  sealing: Sealing,
  of: { accountId: string; successionId: string },
  card: NewCard,
  now: Instant,
): Promise<void> {
  await tx
    .updateTable('succession')
    .set({
      card_sealed: sealing.seal(successionCardAad(of.successionId), card.cardToken),
      card_brand: card.brand,
      card_last4: card.last4,
      card_expires: card.expires,
      changed_at: now,
    })
    .where('account_id', '=', of.accountId)
    .where('succession_id', '=', of.successionId)
    .where('state', '=', 'draft')
    .execute()
}

/** Hands the card over to the contract: its token is deleted here. @returns undefined where there is none */
export async function takeSuccessionCard(
  tx: Db,
  sealing: Sealing,
  row: SuccessionRow,
): Promise<NewCard | undefined> {
  if (row.card_sealed === null) return undefined
  const cardToken = sealing.open(successionCardAad(row.succession_id), row.card_sealed)
  await tx
    .updateTable('succession')
    .set({ card_sealed: null })
    .where('succession_id', '=', row.succession_id)
    .execute()
  const { card_brand: brand, card_last4: last4, card_expires: expires } = row
  return { cardToken, brand: brand ?? '', last4: last4 ?? '', expires: expires ?? '' }
}
