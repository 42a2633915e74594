import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { failureOf } from '#domain/notice/mail-failure.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { MailFailure } from '#vocabulary/mail-return.ts'

export type FailingAddress = {
  readonly kind: MailFailure
  /** When the last mail came back. */
  readonly at: Instant
}

/**
 * Of these accounts those whose registered address mail fails to reach, by account. What came back from an address that
 * is registered no longer, or from where the member has received mail since, counts no more.
 */
export async function readFailingAddresses(
  db: Db,
  accountIds: readonly string[],
  now: Instant,
): Promise<ReadonlyMap<string, FailingAddress>> {
  const rows = await db
    .selectFrom('mail_return')
    .innerJoin('account', 'account.account_id', 'mail_return.account_id')
    .select(['mail_return.account_id', 'kind', 'returned_at'])
    .where('mail_return.account_id', '=', sql<string>`any(${accountIds})`)
    .whereRef('mail_return.address_index', '=', 'account.email_index')
    .where('mended_at', 'is', null)
    .orderBy('returned_at')
    .execute()
  const byAccount = Map.groupBy(rows, (row) => row.account_id)
  return new Map(
    [...byAccount].flatMap(([accountId, own]) => {
      const returns = own.map(({ kind, returned_at: at }) => ({ kind, at }))
      const kind = failureOf(returns, now)
      const last = returns.at(-1)
      return kind === undefined || last === undefined ? [] : [[accountId, { kind, at: last.at }]]
    }),
  )
}

/** The same of one account. */
export async function readFailingAddress(
  db: Db,
  accountId: string,
  now: Instant,
): Promise<FailingAddress | undefined> {
  return (await readFailingAddresses(db, [accountId], now)).get(accountId)
}

/** The member has received mail at the address: what came back before is over. @returns whether anything had */
export async function mendAddress(
  tx: Db,
  { accountId, addressIndex }: { readonly accountId: string; readonly addressIndex: string },
  now: Instant,
): Promise<boolean> {
  const mended = await tx
    .updateTable('mail_return')
    .set({ mended_at: now })
    .where('account_id', '=', accountId)
    .where('address_index', '=', addressIndex)
    .where('mended_at', 'is', null)
    .returning('mail_id')
    .execute()
  return mended.length > 0
}
