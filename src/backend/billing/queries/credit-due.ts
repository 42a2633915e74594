import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { yen } from '#domain/money.ts'
import type { Refundable } from '#domain/billing/refund.ts'
import type { BillRow } from './stored-bills.ts'

/**
 * Contracts that are over, with a credit nobody will spend any more: their last month is closed, nothing is owed or
 * awaited, and no instalment of a device is to come. `unless` leaves out the question of one contract.
 */
export async function contractsToGiveBack(db: Db, contractId?: string): Promise<string[]> {
  const { rows } = await sql<{ contract_id: string }>`
    select distinct b.contract_id from bill b join contract c using (contract_id)
    join month_close m on m.month = to_char(c.ends_on, 'YYYY-MM') and m.finished_at is not null
    where b.state in ('credit', 'refunding')
      and ${contractId === undefined ? sql`true` : sql`b.contract_id = ${contractId}`}
      and c.status in ('terminated', 'initial_cancelled', 'ported_out')
      and not exists (select from close_failure f
        where f.contract_id = b.contract_id and f.resolved_at is null)
      and not exists (select from bill o
        where o.contract_id = b.contract_id and o.total_yen > 0 and o.state <> 'paid')
      and not exists (select from payment p
        where p.contract_id = b.contract_id and p.state in ('sent', 'unknown'))
      and not exists (select from terminal t where t.contract_id = b.contract_id
        and t.first_instalment_month is not null and not exists (select from bill i
          where i.contract_id = t.contract_id and i.month >= to_char(
            (t.first_instalment_month || '-01')::date + make_interval(months => t.instalment_count - 1), 'YYYY-MM')))
    order by b.contract_id`.execute(db)
  return rows.map((row) => row.contract_id)
}

/** Bills below zero that may have something left to give back. */
export async function creditBills(tx: Db, contractId: string): Promise<BillRow[]> {
  return tx
    .selectFrom('bill')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('state', 'in', ['credit', 'refunding'])
    .orderBy('month')
    .execute()
}

/** Of a payment what it can still take back: to its card, or as the points it was made with. */
export type RefundablePayment = Refundable & {
  readonly way: 'card' | 'points'
  readonly last4: string | null
}

/**
 * What each payment can still take back, the newest first. One that was refused is left out until staff let it be
 * asked again: another payment's card may be another card.
 */
export async function refundablePayments(tx: Db, contractId: string): Promise<RefundablePayment[]> {
  const { rows } = await sql<{
    order_id: string
    way: 'card' | 'points'
    card_last4: string | null
    left_yen: number
  }>`
    select p.order_id, p.way, p.card_last4,
      p.amount_yen - coalesce(sum(r.amount_yen) filter (where r.state <> 'refused'), 0)::bigint as left_yen
    from payment p left join refund r on r.contract_id = p.contract_id and r.payment_order_id = p.order_id
    where p.contract_id = ${contractId} and p.state = 'ok'
    group by p.contract_id, p.month, p.attempt, p.order_id, p.way, p.card_last4, p.amount_yen
    having not coalesce(bool_or(r.state = 'refused' and r.released_at is null), false)
    order by p.month desc, p.attempt desc`.execute(tx)
  return rows.map((row) => ({
    orderId: row.order_id,
    way: row.way,
    last4: row.card_last4,
    yen: yen(row.left_yen),
  }))
}
