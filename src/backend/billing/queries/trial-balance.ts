import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { endOfMonth, startOfMonth, type TokyoMonth } from '#domain/tokyo.ts'
import { accountLabels, type Account } from '#vocabulary/account.ts'

export type TrialBalanceRow = {
  readonly account: Account
  /** Before the month; debits are positive. */
  readonly openingYen: number
  readonly debitYen: number
  readonly creditYen: number
  readonly closingYen: number
}

/** Every account of the ledger in a month, in the order of their table. Debits and credits are equal, or it is broken. */
export async function trialBalance(db: Db, month: TokyoMonth): Promise<TrialBalanceRow[]> {
  const first = startOfMonth(month)
  const last = endOfMonth(month)
  const { rows } = await sql<TrialBalanceRow>`
    select account,
      coalesce(sum(amount_yen) filter (where booked_on < ${first}::date), 0)::bigint as "openingYen",
      coalesce(sum(amount_yen) filter (where booked_on >= ${first}::date and amount_yen > 0), 0)::bigint as "debitYen",
      coalesce(-sum(amount_yen) filter (where booked_on >= ${first}::date and amount_yen < 0), 0)::bigint as "creditYen",
      coalesce(sum(amount_yen), 0)::bigint as "closingYen"
    from posting where booked_on <= ${last}::date group by account`.execute(db)
  const order = Object.keys(accountLabels)
  return rows.toSorted((a, b) => order.indexOf(a.account) - order.indexOf(b.account))
}
