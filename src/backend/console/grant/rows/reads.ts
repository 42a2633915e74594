import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { RecordPart } from '#vocabulary/console.ts'
import type { RevealField } from '#vocabulary/console-record.ts'
import type { GrantRow } from './grants.ts'

type Read =
  | { readonly kind: 'part'; readonly what: RecordPart }
  | { readonly kind: 'field'; readonly what: RevealField; readonly lineId?: string | undefined }

/** Writes down that this is read by the grant. @returns whether it is the first time */
export async function noteRead(
  tx: Db,
  { account_id: accountId, grant_id: grantId }: GrantRow,
  read: Read,
  now: Instant,
): Promise<boolean> {
  const lineId = read.kind === 'field' ? (read.lineId ?? '') : ''
  const written = await tx
    .insertInto('access_read')
    .values({
      account_id: accountId,
      grant_id: grantId,
      kind: read.kind,
      what: read.what,
      line_id: lineId,
      at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('what')
    .executeTakeFirst()
  return written !== undefined
}
