import type { Db } from '#backend/db/connect.ts'
import { anyOfMany, columnsOf, findRow } from '#backend/db/rows.ts'
import type { Instant } from '#domain/tokyo.ts'

export type AccountChoice = {
  readonly mailUnlessRead: boolean
  /** Devices were offered to be told, and that was not wanted. */
  readonly isDeclined: boolean
}

export async function readPushChoice(db: Db, accountId: string): Promise<AccountChoice> {
  const row = await findRow(
    db,
    'push_choice',
    { account_id: accountId },
    'mail_unless_read',
    'declined_at',
  )
  return {
    mailUnlessRead: row?.mail_unless_read ?? false,
    isDeclined: (row?.declined_at ?? null) !== null,
  }
}

/** What is not given stays as it is. */
export async function writePushChoice(
  tx: Db,
  accountId: string,
  change: {
    readonly mailUnlessRead?: boolean | undefined
    readonly isDeclined?: boolean | undefined
  },
  now: Instant,
): Promise<void> {
  const { mailUnlessRead, isDeclined } = change
  const set = {
    ...(mailUnlessRead !== undefined && { mail_unless_read: mailUnlessRead }),
    ...(isDeclined !== undefined && { declined_at: isDeclined ? now : null }),
    changed_at: now,
  }
  await tx
    .insertInto('push_choice')
    .values({ account_id: accountId, mail_unless_read: false, declined_at: null, ...set })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(set))
    .execute()
}

/** Of these accounts those that want no mail of what they have read on a device. */
export async function readMailUnlessRead(
  db: Db,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await columnsOf(db, 'push_choice', ['account_id'], {
    account_id: anyOfMany(accountIds),
    mail_unless_read: true,
  })
  return new Set(rows.map((row) => row.account_id))
}
