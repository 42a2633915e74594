import type pg from 'pg'

const GB = 1_000_000_000

/**
 * Contracts with the ledgers of two months, a moment before the third begins: every one with a base to carry over and a
 * carry-over that ends; some with a pack that ends, with a record of the last hour, used up and slow, ended, corrected.
 */
export async function insertRolloverContracts(client: pg.PoolClient, contracts: number) {
  await client.query(`
    create temp table bench on commit preserve rows as
    select n, 'ctr_' || md5(n::text) as id, n % 25 = 5 as is_slow, n % 50 = 7 as is_ended, n % 100 = 11 as is_corrected,
      n % 20 = 3 as has_pack, n % 2 = 0 and n % 25 <> 5 as has_record
    from generate_series(1, ${contracts}) n`)
  const from = 'from bench'
  const statements = [
    `insert into account (account_id, subject, login_name_sealed, profile_sealed, email_index, created_at)
     select 'acc' || id, id, '', '', '', now() ${from}`,
    `insert into contract (contract_id, account_id, plan_code, course, status, applied_at, started_on, ends_on)
     select id, 'acc' || id, 13, 'single', case when is_ended then 'cancelled' else 'active' end, now(), '2026-10-01',
       case when is_ended then date '2026-11-30' end ${from}`,
    `insert into line (contract_id, line_id, carrier_ref, position, kind, sim_size, number_sealed, number_index,
       iccid_sealed, status)
     select id, 'line' || id, 'ref' || id, 1, 'voice', 'nano', '', id, '',
       case when is_ended then 'ended' else 'active' end ${from}`,
    `insert into data_bucket (contract_id, bucket_id, kind, base_month, granted_bytes, remaining_bytes, granted_at, expires_at)
     select id, b.bucket_id, b.kind, b.base_month, ${3 * GB}, case when is_slow then 0 else b.left_bytes end,
       b.granted_at, b.expires_at
     from bench cross join (values
       ('base/2026-10', 'base', '2026-10', 0, timestamptz '2026-10-01T00:00+09', timestamptz '2026-12-01T00:00+09'),
       ('carry/2026-11', 'carry', '2026-10', ${3 * GB}, '2026-10-01T00:00+09', '2026-12-01T00:00+09'),
       ('base/2026-11', 'base', '2026-11', ${3 * GB}, '2026-11-01T00:00+09', '2027-01-01T00:00+09'))
       as b (bucket_id, kind, base_month, left_bytes, granted_at, expires_at)`,
    `insert into data_bucket (contract_id, bucket_id, kind, granted_bytes, remaining_bytes, granted_at, expires_at)
     select id, 'topup/P', 'topup_no_carry', ${GB}, ${GB}, '2026-11-15T09:00+09', '2026-12-01T00:00+09'
     from bench where has_pack and not is_slow`,
    `insert into data_entry (contract_id, position, bucket_id, kind, bytes, occurred_at, recorded_at, ends_at, source, number)
     select id, e.position, e.bucket_id, e.kind, e.bytes, e.at, e.at, e.ends_at, e.source, 1
     from bench cross join (values
       (1, 'base/2026-10', 'grant', ${3 * GB}, timestamptz '2026-10-01T00:00+09', timestamptz '2026-12-01T00:00+09', 'grant/base/2026-10'),
       (2, 'base/2026-10', 'transfer', -${3 * GB}, '2026-11-01T00:00+09', '2026-12-01T00:00+09', 'turn/base/2026-10'),
       (3, 'carry/2026-11', 'transfer', ${3 * GB}, '2026-11-01T00:00+09', '2026-12-01T00:00+09', 'turn/base/2026-10'),
       (4, 'base/2026-11', 'grant', ${3 * GB}, '2026-11-01T00:00+09', '2027-01-01T00:00+09', 'grant/base/2026-11'))
       as e (position, bucket_id, kind, bytes, at, ends_at, source)`,
    `insert into data_entry (contract_id, position, bucket_id, kind, bytes, occurred_at, recorded_at, ends_at, source, number)
     select id, 5, 'topup/P', 'grant', ${GB}, '2026-11-15T09:00+09', '2026-11-15T09:00+09', '2026-12-01T00:00+09',
       'grant/topup/P', 1 from bench where has_pack and not is_slow`,
    `insert into data_entry (contract_id, position, bucket_id, line_id, kind, bytes, occurred_at, recorded_at, ends_at, source, number)
     select id, e.position, e.bucket_id, 'line' || id, 'use', -${3 * GB}, '2026-11-20T10:59:59.999+09',
       '2026-11-20T11:00+09', e.ends_at, 'usage/big-' || id, 1
     from bench cross join (values (5, 'carry/2026-11', timestamptz '2026-12-01T00:00+09'),
       (6, 'base/2026-11', '2027-01-01T00:00+09')) as e (position, bucket_id, ends_at) where is_slow`,
    `insert into data_ledger (contract_id, position, recorded_at, latest_at)
     select contract_id, max(position), max(recorded_at), max(occurred_at) from data_entry
     join bench on bench.id = contract_id group by contract_id`,
    `insert into speed_decision (contract_id, line_id, decision_id, speed, decided_at, carrier_state)
     select id, 'line' || id, 'spd' || id, 'low', '2026-11-20T11:00+09', 'accepted' from bench where is_slow`,
    `insert into usage_record (contract_id, line_id, from_at, to_at, record_id, revision, high_bytes, low_bytes, received_at)
     select id, 'line' || id, timestamptz '2026-11-20T10:00+09', timestamptz '2026-11-20T11:00+09', 'big-' || id, 1,
       ${6 * GB}, 0, timestamptz '2026-11-20T11:00+09' from bench where is_slow
     union all
     select id, 'line' || id, '2026-11-30T23:00+09', '2026-12-01T00:00+09', 'last-' || id, 1, 50000000, 0,
       '2026-12-01T00:00+09' from bench where has_record`,
    `insert into usage_day (contract_id, line_id, day, high_bytes, low_bytes, as_of)
     select contract_id, line_id, (from_at at time zone 'Asia/Tokyo')::date, high_bytes, 0, to_at
     from usage_record join bench on bench.id = contract_id`,
    // What the demo's members have used lately is not written yet.
    `insert into usage_day (contract_id, line_id, day, high_bytes, low_bytes, as_of)
     select contract_id, line_id, (from_at at time zone 'Asia/Tokyo')::date, sum(high_bytes), sum(low_bytes), max(to_at)
     from usage_record r where not exists (select from bench where bench.id = r.contract_id)
       and from_at >= (select before::timestamp at time zone 'Asia/Tokyo' from usage_day_end)
     group by 1, 2, 3 on conflict do nothing`,
    `update usage_day_end set before = '2026-12-01', writing = '2026-12-01'`,
    `insert into ledger_due (contract_id, due_id, since, line_id, record_id, bytes, received_at)
     select id, 'last', '2026-11-30T23:59:59.999+09', 'line' || id, 'last-' || id, 50000000, '2026-12-01T00:00+09'
     from bench where has_record`,
    `insert into ledger_due (contract_id, due_id, since)
     select id, 'corrected', '2026-11-30T20:00+09' from bench where is_corrected`,
    `insert into data_opening (contract_id, at, buckets)
     select contract_id, place.at, buckets from (
       select contract_id, jsonb_agg(jsonb_build_object('bucketId', bucket_id, 'kind', kind, 'grantedBytes',
         granted_bytes, 'remainingBytes', remaining_bytes, 'grantedAt', granted_at, 'expiresAt', expires_at)) as buckets
       from data_bucket where remaining_bytes > 0
       group by contract_id) pool
     cross join (values (timestamptz '2026-11-28T18:00+09'), ('2026-11-30T18:00+09')) as place (at)
     where contract_id in (select id from bench)`,
  ]
  await client.query('analyze')
  for (const statement of statements) await client.query(statement)
}
