import type pg from 'pg'

/** What a one-line member has, a row of each: what find and a record look into. */
const TABLES = [
  'account',
  'contract',
  'contract_holder',
  'line',
  'payment_card',
  'bill',
  'bill_line',
  'bill_rate',
  'payment',
  'data_ledger',
  'data_bucket',
  'contract_document',
  'identity_record',
  'verified_identity',
  'device',
  'procedure_order',
  'order_event',
  'notice',
  'mail_message',
  'ticket',
  'booked_charge',
  'alert_due',
]
const AT_ONCE = 50_000

/**
 * Writes so many further contracts beside those of the demo: in each table a row of a member, by names of their own. Their
 * sealed values open nowhere, so that nothing may read them.
 */
export async function addContracts(pool: pg.Pool, contracts: number, already = 0): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('set statement_timeout = 0')
    for (const table of TABLES) {
      const statement = await copying(client, table)
      for (let from = already + 1; from <= contracts; from += AT_ONCE)
        await client.query(statement, [from, Math.min(from + AT_ONCE - 1, contracts)])
    }
    // A case a contract would be a queue of its own; those beside are over.
    await client.query(
      `update ticket set state = 'closed' where ticket_no ~ '-[0-9]+$' and state <> 'closed'`,
    )
    await client.query('reset session_replication_role')
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}

/** A row of the table for each number from $1 to $2: every text of a key or a blind index becomes another, and a printed file is cut off. */
async function copying(client: pg.PoolClient, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string; own: boolean; long: boolean }>(
    `select a.attname as name,
       a.atttypid = 'text'::regtype and (a.attname ~ '_(id|no|index|ref|key)$' or a.attname = 'subject') as own,
       a.atttypid = 'text'::regtype as long
     from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.attidentity <> 'a'
     order by a.attnum`,
    [table],
  )
  const names = rows.map(({ name }) => `"${name}"`)
  const values = rows.map(({ name, own, long }) =>
    own ? `s."${name}" || '-' || n` : long ? `left(s."${name}", 2000)` : `s."${name}"`,
  )
  return `insert into ${table} (${names.join(', ')})
    select ${values.join(', ')} from (select * from ${table} limit 1) s, generate_series($1::int, $2::int) n`
}
