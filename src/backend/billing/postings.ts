import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { toTokyoDate, type Instant, type TokyoMonth } from '#domain/tokyo.ts'
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

/** Money that came in for a bill. */
export async function postPayment(
  tx: Db,
  payment: { contract_id: string; order_id: string; amount_yen: number },
  at: Instant,
) {
  await post(tx, {
    contractId: payment.contract_id,
    sourceRef: `payment/${payment.order_id}`,
    at,
    debit: 'cash',
    credit: 'receivable',
    amountYen: payment.amount_yen,
  })
}

/**
 * Books the bills of a month just made for these contracts: what is owed, or kept as credit, against revenue and tax.
 * A bill that was booked before is left alone.
 */
export async function postBills(tx: Db, month: TokyoMonth, contractIds: readonly string[]) {
  await sql`
    insert into posting (contract_id, source_ref, account, amount_yen, booked_on, booked_at)
    select b.contract_id, 'bill/' || b.bill_id, p.account, p.amount_yen,
      (b.fixed_at at time zone 'Asia/Tokyo')::date, b.fixed_at
    from bill b
    left join (
      select contract_id, sum(total_yen)::bigint as total_yen, sum(tax_yen)::bigint as tax_yen
      from bill_rate where month = ${month} and contract_id = any(${contractIds}::text[]) group by contract_id
    ) taxed using (contract_id)
    cross join lateral (values
      ('receivable', greatest(b.total_yen, 0)), ('credit', least(b.total_yen, 0)),
      ('tax', -coalesce(taxed.tax_yen, 0)),
      ('revenue', coalesce(taxed.tax_yen - taxed.total_yen, 0)), ('untaxed', -b.out_of_scope_yen)
    ) p(account, amount_yen)
    where b.month = ${month} and b.contract_id = any(${contractIds}::text[]) and p.amount_yen <> 0
    on conflict do nothing`.execute(tx)
}
