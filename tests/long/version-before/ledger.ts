import type pg from 'pg'

// What the version of commit 2d145b8e, the last before 0380_entry_by_end.sql, asks of the ledger: its statements as its
// driver sent them, with one contract's values. A checkout of it would not be there in a clone without history.

/** Of a purchase: `ledger/load.ts`, `ledger/save.ts` and `top-up/store.ts` of that version. */
export async function buy(client: pg.PoolClient, contractId: string, orderNo: string, at: string) {
  const bucket = `topup/${orderNo}`
  await client.query('begin')
  try {
    await client.query('select * from contract where contract_id = $1 for update', [contractId])
    const { rows: written } = await client.query(
      `select e.* from (values ($1::text, $2::timestamptz)) as known (contract_id, since) join data_entry e
         on e.contract_id = known.contract_id and e.occurred_at > known.since
       order by e.contract_id, e.position`,
      [contractId, '2026-10-31T15:00:00Z'],
    )
    const { rows: last } = await client.query(
      `select given.contract_id, last.position, last.recorded_at
       from unnest($1::text[]) as given (contract_id)
       cross join lateral (
         select position, recorded_at from data_entry e where e.contract_id = given.contract_id
         order by position desc limit 1
       ) last`,
      [[contractId]],
    )
    await client.query(
      `insert into data_bucket as b (contract_id, bucket_id, kind, base_month, granted_bytes,
         remaining_bytes, granted_at, expires_at)
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[],
         $7::timestamptz[], $8::timestamptz[])
       on conflict (contract_id, bucket_id) do update
         set granted_bytes = excluded.granted_bytes, remaining_bytes = excluded.remaining_bytes`,
      [[contractId], [bucket], ['topup'], [null], [5], [5], [at], ['2027-02-28T15:00:00Z']],
    )
    await client.query(
      `insert into data_entry (contract_id, position, bucket_id, line_id, kind, bytes, occurred_at,
         recorded_at, source, source_ref)
       select * from unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::bigint[],
         $7::timestamptz[], $8::timestamptz[], $9::text[], $10::text[])`,
      [
        [contractId],
        [Number(last[0]?.position) + 1],
        [bucket],
        [null],
        ['grant'],
        [5],
        [at],
        [at],
        [`grant/${bucket}`],
        [`grant/${bucket}@${bucket}#1`],
      ],
    )
    await client.query('commit')
    return written
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Of a page: `reading/buckets.ts` and `reading/history.ts` of that version. */
export async function readLedger(client: pg.PoolClient, contractId: string) {
  const { rows: months } = await client.query(
    `select to_char(
         (occurred_at - case when kind = 'expire' then interval '1 microsecond' else interval '0' end)
           at time zone 'Asia/Tokyo', 'YYYY-MM') as month,
       sum(bytes)::bigint as change,
       coalesce(sum(bytes) filter (where kind = 'grant'), 0)::bigint as granted
     from data_entry where contract_id = $1 group by 1 order by 1`,
    [contractId],
  )
  const { rows: entries } = await client.query(
    `select entry.position, entry.bucket_id, entry.line_id, entry.kind, entry.bytes, entry.occurred_at,
       data_bucket.kind as bucket_kind, data_bucket.granted_at
     from data_entry as entry join data_bucket on data_bucket.contract_id = entry.contract_id
       and data_bucket.bucket_id = entry.bucket_id
     where entry.contract_id = $1 order by entry.occurred_at desc, entry.position desc limit 20`,
    [contractId],
  )
  return { months, entries }
}

/** A month rollover as `ledger/turn-usual.ts` of that version writes it: entries and their bucket in one statement. */
export async function step(client: pg.PoolClient, contractId: string, position: number) {
  await client.query(
    `with entered as (
       insert into data_entry (contract_id, position, bucket_id, line_id, kind, bytes, occurred_at,
         recorded_at, source, source_ref)
       values ($1, $2, 'base/2026-12', null, 'grant', 3000, '2026-11-30T15:00:00Z', '2026-11-30T15:00:00Z',
         'grant/base/2026-12', 'grant/base/2026-12@base/2026-12#1')
     ), added_bucket as (
       insert into data_bucket (contract_id, bucket_id, kind, base_month, granted_bytes, remaining_bytes,
         granted_at, expires_at)
       values ($1, 'base/2026-12', 'base', '2026-12', 3000, 3000, '2026-11-30T15:00:00Z', '2027-01-31T15:00:00Z')
       returning contract_id
     ) select contract_id from added_bucket`,
    [contractId, position],
  )
}

export const CONTRACTS = 300
export const USES = 400

/** Members with a base of November, of which each has used one megabyte for every hour of the month so far. */
export async function fillLedgers(client: pg.PoolClient) {
  await client.query(`
    insert into account (account_id, subject, login_name_sealed, profile_sealed, email_index, created_at)
    select 'acc_' || n, 'sub_' || n, '', '', '', '2026-10-01' from generate_series(1, ${CONTRACTS}) n`)
  await client.query(`
    insert into contract (contract_id, account_id, plan_code, course, status, applied_at, started_on)
    select 'ctr_' || n, 'acc_' || n, 3, 'single', 'active', '2026-10-01', '2026-11-01'
    from generate_series(1, ${CONTRACTS}) n`)
  await client.query(`
    insert into data_bucket (contract_id, bucket_id, kind, base_month, granted_bytes, remaining_bytes, granted_at, expires_at)
    select 'ctr_' || n, 'base/2026-11', 'base', '2026-11', 3000, ${3000 - USES}, '2026-10-31T15:00:00Z', '2026-12-31T15:00:00Z'
    from generate_series(1, ${CONTRACTS}) n`)
  await client.query(`
    insert into data_entry (contract_id, position, bucket_id, line_id, kind, bytes, occurred_at, recorded_at, source, source_ref)
    select 'ctr_' || n, 0, 'base/2026-11', null, 'grant', 3000, '2026-10-31T15:00:00Z', '2026-10-31T15:00:00Z',
      'grant/base/2026-11', 'grant/base/2026-11@base/2026-11#1'
    from generate_series(1, ${CONTRACTS}) n`)
  await client.query(`
    insert into usage_record (contract_id, line_id, from_at, to_at, record_id, revision, high_bytes, low_bytes, received_at)
    select 'ctr_' || n, 'L1', at, at + interval '1 hour', 'u-' || n || '-' || hour, 1, 1, 0, at + interval '2 hours'
    from generate_series(1, ${CONTRACTS}) n, generate_series(1, ${USES}) hour,
      lateral (select timestamptz '2026-10-31T15:00:00Z' + hour * interval '1 hour' as at) moment`)
  await client.query(`
    insert into data_entry (contract_id, position, bucket_id, line_id, kind, bytes, occurred_at, recorded_at, source, source_ref)
    select 'ctr_' || n, hour, 'base/2026-11', 'L1', 'use', -1, at, at, 'usage/u-' || n || '-' || hour,
      'usage/u-' || n || '-' || hour || '@base/2026-11#1'
    from generate_series(1, ${CONTRACTS}) n, generate_series(1, ${USES}) hour,
      lateral (select timestamptz '2026-10-31T15:00:00Z' + hour * interval '1 hour' as at) moment`)
}
