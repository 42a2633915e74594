import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import { secretParts, type SecretPart } from '#vocabulary/console-record.ts'

/** For how long a part stays open once two people have said so (ours). */
export const SECRETS_HOURS = 24

export const secretTarget = (ticketNo: string, part: SecretPart) => `${ticketNo} ${part}`

/** Which secrets of communication two people have opened in a case by a legal paper. */
export async function openedByLaw(db: Db, ticketNo: string, now: Instant): Promise<SecretPart[]> {
  const rows = await db
    .selectFrom('approval')
    .select('target')
    .where('operation', '=', 'secretsOpened')
    .where('ticket_no', '=', ticketNo)
    .where('state', '=', 'executed')
    .where('decided_at', '>', now.subtract({ hours: SECRETS_HOURS }))
    .execute()
  return secretParts.filter((part) =>
    rows.some(({ target }) => target === secretTarget(ticketNo, part)),
  )
}
