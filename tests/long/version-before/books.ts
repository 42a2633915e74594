import type pg from 'pg'
import { CONTRACTS } from './ledger.ts'

// What a version before 0190_refund.sql writes of money, notices and the audit.

const paymentOf = (order: string, contract: string, attempt: string) => `
  insert into payment (contract_id, order_id, month, attempt, amount_yen, state, asked_by, sent_at)
  select ${contract}, ${order}, '2026-10', ${attempt}, 100, 'ok', 'system', '2026-11-07T01:00:00Z'`

/** One bill, payment, notice and chain of ten audit entries a member. */
export async function fillBooks(client: pg.PoolClient) {
  const each = `from generate_series(1, ${CONTRACTS}) n`
  await client.query(`
    insert into bill (contract_id, month, bill_id, state, period_from, period_to, out_of_scope_yen, total_yen, fixed_at, charge_on)
    select 'ctr_' || n, '2026-10', 'B' || n, 'paid', '2026-10-01', '2026-10-31', 0, 100, '2026-11-01T00:00:00Z', '2026-11-07' ${each}`)
  await client.query(`${paymentOf(`'o' || n`, `'ctr_' || n`, '1')} ${each}`)
  await client.query(`
    insert into notice (account_id, notice_id, kind, title, body, raised_at, source_ref)
    select 'acc_' || n, 'n', 'high-speed', '', '', '2026-11-07T01:00:00Z', 'n' ${each}`)
  await client.query(`
    insert into audit_entry (chain, position, at, actor, action, target, details, previous_hash, hash)
    select 'ctr_' || n, position, '2026-11-07T01:00:00Z', 'system', '', '', '{}', '', n || '-' || position
    ${each}, generate_series(1, 10) position`)
}

/** The same again, as a request of that version writes it. */
export async function writeBooks(client: pg.PoolClient, round: number) {
  const contract = `'ctr_${(round % CONTRACTS) + 1}'`
  await client.query(paymentOf(`'again-${round}'`, contract, String(round + 2)))
  await client.query(
    `insert into notice (account_id, notice_id, kind, title, body, raised_at, source_ref)
     values ($1, $2, 'order', '', '', '2026-11-07T01:00:00Z', $2)`,
    [`acc_${(round % CONTRACTS) + 1}`, `again-${round}`],
  )
  await client.query(
    `insert into audit_entry (chain, position, at, actor, action, target, details, previous_hash, hash)
     select chain, max(position) + 1, '2026-11-07T01:00:00Z', 'system', '', '', '{}', '', 'again-${round}'
     from audit_entry where chain = ${contract} group by chain`,
  )
}
