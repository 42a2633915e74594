import type { Findings } from '#backend/finding.ts'

export const dataFindings = {
  'usage-differs': {
    what: 'lines whose month differs between the carrier and us',
    resolve:
      'Ask the carrier to send the records of that line and month again with a higher revision; the finding closes itself once the totals agree.',
    queue: 'usage',
    ifLeft: 'データ残量と請求が、回線網の記録と食い違ったままになります。',
    acts: [],
    query: `
      select contract_id || ' ' || line_id || ' ' || month as ref, found_at as since,
        'carrier ' || carrier_high_bytes || ' + ' || carrier_low_bytes || ', ours ' || our_high_bytes || ' + '
          || our_low_bytes || ' bytes' as detail, null as account_id, contract_id,
        jsonb_build_object('month', month, 'carrierBytes', carrier_high_bytes + carrier_low_bytes,
          'ourBytes', our_high_bytes + our_low_bytes) as facts
      from usage_finding where resolved_at is null`,
  },
  'feed-stopped': {
    what: "the carrier's feeds of usage and calls that have brought nothing complete for three hours",
    resolve:
      'The log has the reason as `usage feed gave no batch` or `call feed gave no batch`. Have the carrier mend the feed; everything since is read by itself, and nothing is lost.',
    queue: 'usage',
    ifLeft: 'データ残量と通話の明細が新しくならず、使いすぎのお知らせも届きません。',
    acts: [],
    query: `
      select source as ref, least(imported_at, through) as since,
        'nothing complete since ' || least(imported_at, through) as detail, null as account_id, null as contract_id,
        jsonb_build_object('source', source) as facts
      from import_cursor where least(imported_at, through) < $now - interval '3 hours'`,
  },
  'usage-of-unknown-line': {
    what: 'usage records of lines we do not know',
    resolve:
      'Compare the carrier reference with the open orders. Records are taken up by themselves once the line is known. Of a line that is none of ours: npm run findings -- done usage-of-unknown-line <line> <case>.',
    queue: 'usage',
    ifLeft: '使われたデータ量が、どの会員の残量からも引かれません。',
    acts: ['finding.settle'],
    canBeSettled: true,
    query: `
      select line_ref as ref, count(*) || ' records from ' || min(from_at) || ' to ' || max(to_at) as detail,
        min(received_at) as since, null as account_id, null as contract_id, jsonb_build_object('records', count(*)) as facts
      from usage_stray group by line_ref`,
  },
  'usage-of-rolled-up-month': {
    what: 'usage records of months whose records are rolled up already',
    resolve:
      'The ledger and the bill of that month are closed. Ask the carrier why they come so late; give back what was charged by hand, if anything. Then npm run findings -- done usage-of-rolled-up-month <line> <case>.',
    queue: 'usage',
    ifLeft: '締めた月の利用が、請求に入らないままになります。',
    acts: ['finding.settle'],
    canBeSettled: true,
    query: `
      select line_ref as ref, count(*) || ' records from ' || min(from_at) || ' to ' || max(to_at) as detail,
        min(received_at) as since, null as account_id, null as contract_id, jsonb_build_object('records', count(*)) as facts
      from usage_late group by line_ref`,
  },
} satisfies Findings

/** Both sides in one pass: a join on the source is quadratic while the planner has no statistics of the tables. */
const usesAndRecords = `(
      select contract_id, 'usage/' || record_id as source, high_bytes - uncovered_bytes as used, 0 as entered,
        true as is_record
      from usage_record
      union all
      select contract_id, source, 0, -bytes, false from data_entry where source like 'usage/%'
        and occurred_at >= coalesce((select before from usage_let_go), '-infinity')
    ) as uses_and_records`

/** Entries of buckets that ended before this moment are deleted (commands/roll-up-usage.ts). */
const hasEntries = `b.expires_at >= coalesce((select before from usage_let_go), '-infinity')`

/** Records of older months are deleted; only their days are there (commands/roll-up-usage.ts). */
const hasRecords = `day >= coalesce((select (before at time zone 'Asia/Tokyo')::date from usage_let_go), '-infinity')`

/**
 * The laws of ledger and usage, read from the tables alone. Every query gives the rows that break its law, so an
 * answer without rows is the proof. What waits in ledger_due must have been charged before.
 */
export const dataLaws = {
  'a bucket holds the sum of its entries': `
    select b.contract_id, b.bucket_id as what,
      b.remaining_bytes || ' of entries ' || coalesce(sum(e.bytes), 0) as found
    from data_bucket b left join data_entry e using (contract_id, bucket_id)
    where ${hasEntries}
    group by b.contract_id, b.bucket_id, b.remaining_bytes
    having b.remaining_bytes <> coalesce(sum(e.bytes), 0)`,

  'an entry is of a bucket that there is': `
    select contract_id, bucket_id as what, source || '#' || number as found
    from data_entry e where not exists (select from data_bucket b
      where b.contract_id = e.contract_id and b.bucket_id = e.bucket_id)`,

  'an entry lies with the end of its bucket, and is about no later moment': `
    select e.contract_id, e.bucket_id as what, e.source || '#' || e.number as found
    from data_entry e join data_bucket b using (contract_id, bucket_id)
    where e.ends_at <> b.expires_at or e.occurred_at > e.ends_at`,

  'no entry is later than the last of its ledger': `
    select e.contract_id, 'entry ' || e.position as what, coalesce(l.position::text, 'none') as found
    from data_entry e left join data_ledger l using (contract_id)
    where l.position is null or e.position > l.position or e.recorded_at > l.recorded_at
      or e.occurred_at > l.latest_at`,

  'a bucket never held less than nothing': `
    select contract_id, bucket_id as what, min(held) || ' at ' || min(occurred_at) as found
    from (
      select contract_id, bucket_id, occurred_at,
        sum(bytes) over (partition by contract_id, bucket_id order by occurred_at) as held
      from data_entry) as running
    where held < 0 group by contract_id, bucket_id`,

  'used is at most what was granted': `
    select b.contract_id, b.bucket_id as what,
      -sum(e.bytes) || ' used of ' || b.granted_bytes as found
    from data_bucket b join data_entry e using (contract_id, bucket_id)
    where e.source like 'usage/%'
    group by b.contract_id, b.bucket_id, b.granted_bytes
    having -sum(e.bytes) > b.granted_bytes`,

  'a grant is entered once and whole': `
    select b.contract_id, b.bucket_id as what,
      b.granted_bytes || ' entered as ' || coalesce(sum(e.bytes), 0) as found
    from data_bucket b left join data_entry e
      on e.contract_id = b.contract_id and e.source = 'grant/' || b.bucket_id
    where b.kind <> 'carry' and ${hasEntries}
    group by b.contract_id, b.bucket_id, b.granted_bytes
    having b.granted_bytes <> coalesce(sum(e.bytes), 0)`,

  'a carry-over is at most the base it comes from': `
    select c.contract_id, c.bucket_id as what, c.granted_bytes || ' of ' || coalesce(b.granted_bytes, 0) as found
    from data_bucket c left join data_bucket b
      on b.contract_id = c.contract_id and b.kind = 'base' and b.base_month = c.base_month
    where c.kind = 'carry' and (b.granted_bytes is null or c.granted_bytes > b.granted_bytes)`,

  'what goes from one bucket comes to another': `
    select contract_id, source as what, sum(bytes)::text as found from data_entry
    where source like 'turn/%' group by contract_id, source having sum(bytes) <> 0`,

  'every use has its record': `
    select contract_id, source as what, (-sum(entered))::text as found from ${usesAndRecords}
    group by contract_id, source having not bool_or(is_record) and sum(entered) <> 0`,

  'every record is in the ledger, but for what no bucket could pay': `
    select contract_id, substr(source, 7) as what, sum(used) || ' entered as ' || sum(entered) as found
    from ${usesAndRecords}
    group by contract_id, source having bool_or(is_record) and sum(used) <> sum(entered)`,

  'a day is the sum of its records': `
    select contract_id, line_id || ' ' || day as what,
      coalesce(d.high_bytes::text, 'none') || ' of records ' || coalesce(r.high::text, 'none') as found
    from usage_by_day d full join (
      select contract_id, line_id, (from_at at time zone 'Asia/Tokyo')::date as day,
        sum(high_bytes) as high, sum(low_bytes) as low
      from usage_record group by 1, 2, 3) as r using (contract_id, line_id, day)
    where (d.high_bytes, d.low_bytes) is distinct from (r.high, r.low) and ${hasRecords}`,

  'what no bucket could pay of a day is the sum of its records': `
    select contract_id, line_id || ' ' || day as what,
      coalesce(d.uncovered_bytes, 0) || ' of records ' || coalesce(r.bytes, 0) as found
    from usage_uncovered d full join (
      select contract_id, line_id, (from_at at time zone 'Asia/Tokyo')::date as day,
        sum(uncovered_bytes) as bytes
      from usage_record where uncovered_bytes > 0 group by 1, 2, 3) as r
      using (contract_id, line_id, day)
    where coalesce(d.uncovered_bytes, 0) <> coalesce(r.bytes, 0) and ${hasRecords}`,

  'nothing is charged of a line while it is slow at its cap': `
    select r.contract_id, u.record_id as what, (u.high_bytes - u.uncovered_bytes)::text as found
    from line_cap_reach r join usage_record u using (contract_id, line_id)
    where u.from_at >= r.slow_from and (r.ended_at is null or u.to_at <= r.ended_at)
      and u.high_bytes <> u.uncovered_bytes`,

  'a line at its cap is not told to be fast': `
    select r.contract_id, r.line_id as what, d.speed as found
    from line_cap_reach r cross join lateral (
      select speed from speed_decision d where d.contract_id = r.contract_id and d.line_id = r.line_id
      order by d.sequence desc limit 1) d
    where r.state = 'reached' and d.speed = 'high'`,

  'nothing is past its expiry': `
    select b.contract_id, b.bucket_id as what, b.remaining_bytes::text as found
    from data_bucket b join (
      select contract_id, max(recorded_at) as at from data_entry group by contract_id) as last
      using (contract_id)
    where b.remaining_bytes > 0 and b.expires_at <= last.at`,
} as const
