import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { updateRows } from '#backend/db/rows.ts'
import type { NewCard } from '#backend/ports/card-page.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { ApplicationRow } from './applications.ts'

/** Where the token of the card is sealed for, until the card is the contract's. */
export const applicationCardAad = (applicationId: string) => `application.card:${applicationId}`

/** The card of an application; one that was submitted meanwhile keeps the card it was submitted with. */
export async function saveApplicationCard(
  tx: Db,
  sealing: Sealing,
  of: { applicationId: string },
  card: NewCard,
  now: Instant,
): Promise<void> {
  await updateRows(
    tx,
    'application',
    { application_id: of.applicationId, state: 'open' },
    {
      card_sealed: sealing.seal(applicationCardAad(of.applicationId), card.cardToken),
      card_brand: card.brand,
      card_last4: card.last4,
      card_expires: card.expires,
      changed_at: now,
    },
  )
}

/** The card, which the application does not keep beside the contract. @returns undefined where there is none */
export async function takeApplicationCard(
  tx: Db,
  sealing: Sealing,
  row: ApplicationRow,
): Promise<NewCard | undefined> {
  if (row.card_sealed === null) return undefined
  const cardToken = sealing.open(applicationCardAad(row.application_id), row.card_sealed)
  await updateRows(tx, 'application', { application_id: row.application_id }, { card_sealed: null })
  const { card_brand: brand, card_last4: last4, card_expires: expires } = row
  return { cardToken, brand: brand ?? '', last4: last4 ?? '', expires: expires ?? '' }
}
