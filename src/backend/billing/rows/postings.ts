import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Database } from '#backend/db/tables.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { Account } from '#vocabulary/account.ts'

type Entry = {
  readonly contractId: string
  /** The fact it comes from; the same again is refused by the key. */
  readonly sourceRef: string
  readonly at: Instant
  readonly debit: Account
  readonly credit: Account
  readonly amountYen: number
}

/** Books one fact from an account to another, in the transaction of that fact. */
export async function post(tx: Db, entry: Entry): Promise<void> {
  const { contractId, sourceRef, at, debit, credit, amountYen } = entry
  const of = {
    contract_id: contractId,
    source_ref: sourceRef,
    booked_on: toTokyoDate(at),
    booked_at: at,
  }
  await tx
    .insertInto('posting')
    .values([
      { ...of, account: debit, amount_yen: amountYen },
      { ...of, account: credit, amount_yen: -amountYen },
    ])
    .execute()
}

/** Money that came in for a bill, or points that the partner owes us the yen of. */
export async function postPayment(
  tx: Db,
  payment: Pick<Selectable<Database['payment']>, 'contract_id' | 'order_id' | 'amount_yen' | 'way'>,
  at: Instant,
) {
  await post(tx, {
    contractId: payment.contract_id,
    sourceRef: `payment/${payment.order_id}`,
    at,
    debit: accountOfWay[payment.way],
    credit: 'receivable',
    amountYen: payment.amount_yen,
  })
}

/** Where what is paid this way lies. */
export const accountOfWay = { card: 'cash', points: 'points', transfer: 'cash' } as const
