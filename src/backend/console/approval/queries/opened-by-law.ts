import type { Db } from '#backend/db/connect.ts'
import { above, columnsOf } from '#backend/db/rows.ts'
import type { Instant } from '#domain/tokyo.ts'
import { secretParts, type SecretPart } from '#vocabulary/console-record.ts'

/** For how long a part stays open once two people have said so (ours). */
export const SECRETS_HOURS = 24

export const secretTarget = (ticketNo: string, part: SecretPart) => `${ticketNo} ${part}`

/** Which secrets of communication two people have opened in a case by a legal paper. */
export async function openedByLaw(db: Db, ticketNo: string, now: Instant): Promise<SecretPart[]> {
  const rows = await columnsOf(db, 'approval', ['target'], {
    operation: 'secretsOpened',
    ticket_no: ticketNo,
    state: 'executed',
    decided_at: above(now.subtract({ hours: SECRETS_HOURS })),
  })
  return secretParts.filter((part) =>
    rows.some(({ target }) => target === secretTarget(ticketNo, part)),
  )
}
