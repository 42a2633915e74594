import type { Db } from '#backend/db/connect.ts'

/** The account's words, oldest first. */
export function readConsents(db: Db, accountId: string) {
  return db
    .selectFrom('partner_consent')
    .select(['sequence', 'agreed', 'text_version as textVersion', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('sequence')
    .execute()
}

export async function addConsent(
  tx: Db,
  row: { accountId: string; sequence: number; agreed: boolean; textVersion: string },
  at: Temporal.Instant,
) {
  await tx
    .insertInto('partner_consent')
    .values({
      account_id: row.accountId,
      sequence: row.sequence,
      agreed: row.agreed,
      text_version: row.textVersion,
      at,
    })
    .execute()
}
