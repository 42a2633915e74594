import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { updateRows } from '#backend/db/rows.ts'
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
  await updateRows(
    tx,
    'succession',
    { account_id: of.accountId, succession_id: of.successionId, state: 'draft' },
    {
      card_sealed: sealing.seal(successionCardAad(of.successionId), card.cardToken),
      card_brand: card.brand,
      card_last4: card.last4,
      card_expires: card.expires,
      changed_at: now,
    },
  )
}

/** Hands the card over to the contract: its token is deleted here. @returns undefined where there is none */
export async function takeSuccessionCard(
  tx: Db,
  sealing: Sealing,
  row: SuccessionRow,
): Promise<NewCard | undefined> {
  if (row.card_sealed === null) return undefined
  const cardToken = sealing.open(successionCardAad(row.succession_id), row.card_sealed)
  await updateRows(tx, 'succession', { succession_id: row.succession_id }, { card_sealed: null })
  const { card_brand: brand, card_last4: last4, card_expires: expires } = row
  return { cardToken, brand: brand ?? '', last4: last4 ?? '', expires: expires ?? '' }
}
