import { sql, type RawBuilder } from 'kysely'
import { plans } from '#domain/catalogue/plan.ts'
import { chargeKinds } from '#vocabulary/price.ts'
import { chargeDayOf } from '#domain/policy/payment-schedule.ts'
import { isBefore, startOfDay, tokyoDate, toTokyoDate } from '#domain/tokyo.ts'
import type { BilledMonth } from '../queries/billed-month.ts'
import { historySets } from './close-history.ts'
import { INITIAL_FEE_KEY, takenBackKinds } from '../queries/initial-bill.ts'

/**
 * The bills of these contracts and this month as one statement: the same rules as `billOf` of the domain, set by set,
 * and proved equal to it (month-close.api.test.ts), with the postings of each. A price that is missing leaves an amount null, which the table
 * refuses. None of the contracts has the bill yet; they come in the order of their ids.
 */
export function closeStatement(
  month: BilledMonth,
  contractIds: readonly string[],
  now: Temporal.Instant,
): RawBuilder<{ contract_id: string }> {
  const { firstDay, lastDay, begins, ends, recordsFrom, recordsUntil } = month
  // Every key begins with the contract: between these two lies all that is read, whatever else the tables hold.
  const [first = '', last = ''] = [contractIds[0], contractIds.at(-1)]
  const inChunk = (column: string) => sql`${sql.ref(column)} between ${first} and ${last}`
  const exempt = plans.filter((plan) => plan.baseBytes === 0).map((plan) => plan.code)
  return sql`
with book as materialized (
  select * from jsonb_to_recordset(${JSON.stringify(month.prices)}::jsonb)
    as row(key text, tenths bigint, tax text, valid_from date, valid_to date)
), tax as materialized (
  select * from jsonb_to_recordset(${JSON.stringify(month.taxes)}::jsonb)
    as row(percent integer, valid_from date, valid_to date)
), due as materialized (
  select c.contract_id, c.plan_code, c.status, c.ends_on, c.version from contract c
  where c.contract_id = any(${contractIds}::text[])
), undone as materialized (
  -- Contracts whose initial cancellation falls in the month: they owe its fee, what was used, and get earlier fees back.
  select contract_id, ends_on from due
  where status = 'initial_cancelled' and ends_on between ${firstDay}::date and ${lastDay}::date
), history as (
  select due.contract_id, due.version + coalesce(sum(l.version), 0) as history_version
  from due left join line l on l.contract_id = due.contract_id and ${inChunk('l.contract_id')}
  group by due.contract_id, due.version
), touched as (
  select e.contract_id, e.bucket_id from undone join data_entry e using (contract_id)
  where ${inChunk('e.contract_id')} and e.bucket_id like 'topup/%' and e.kind in ('use', 'adjust')
  group by e.contract_id, e.bucket_id having sum(e.bytes) < 0
), present as materialized (
  select l.contract_id, l.line_id, l.position, l.kind, l.activated_on, l.ends_on,
    l.ends_on + (l.ported_out_on is null)::integer as gone_on,
    greatest(l.activated_on, ${firstDay}::date) as billed_from
  from due join line l using (contract_id)
  where ${inChunk('l.contract_id')}
    and l.activated_on <= ${lastDay}::date and (l.ends_on is null or l.ends_on >= ${firstDay}::date)
    and not exists (select from undone u where u.contract_id = l.contract_id)
), ${historySets(month, inChunk)}, fee as (
  select s.contract_id, s.line_id, s.billed_from as from_day,
    case when head.line_id is null then 'shareLine' else 'base' end as kind,
    case when head.line_id is null then 'share.' || s.kind
      else 'plan.' || size.plan_code || '.' || s.kind end as key
  from served s join size using (contract_id) left join head using (contract_id, line_id)
  union all
  select o.contract_id, o.line_id, greatest(min((o.joined_at at time zone 'Asia/Tokyo')::date), ${firstDay}::date), 'option', 'option.' || o.option_code
  from size join option_period o using (contract_id)
  where ${inChunk('o.contract_id')} and o.joined_at < ${ends.toString()}::timestamptz and (o.to_on is null or o.to_on >= ${firstDay}::date)
    and (o.line_id is null or exists (
      select from served s where s.contract_id = o.contract_id and s.line_id = o.line_id))
  group by o.contract_id, o.line_id, o.option_code
), priced as (
  select fee.*, coalesce(whole.tenths, part.tenths) as tenths, coalesce(whole.tax, part.tax) as tax,
    coalesce(whole.valid_from, part.valid_from) as valid_from,
    case when fee.from_day > ${firstDay}::date then ${lastDay}::date - fee.from_day + 1 end as days
  from fee
  left join book whole on whole.key = fee.key and ${firstDay}::date >= whole.valid_from
    and (whole.valid_to is null or ${firstDay}::date <= whole.valid_to)
  left join book part on part.key = fee.key and fee.from_day >= part.valid_from
    and (part.valid_to is null or fee.from_day <= part.valid_to)
), charged as (
  select priced.*, case when days is null then tenths
    else (2 * tenths * days + 10 * ${month.days}::integer) / (20 * ${month.days}::integer) * 10 end as amount_tenths_yen
  from priced
), numbers as (
  select s.contract_id, count(*) filter (where s.last_kind <> 'data') as numbers,
    count(*) filter (where not size.last_plan_code = any(${exempt}::integer[])) as lines
  from served s join size using (contract_id)
  where s.gone_on is null or s.gone_on > ${lastDay}::date
  group by s.contract_id
), number_fee as (
  select n.contract_id, f.kind, f.key, case when f.kind = 'broadbandUniversalFee' then n.lines else n.numbers end as quantity
  from numbers n cross join (values ('universalFee', 'fee.universal'), ('relayFee', 'fee.relay'),
    ('broadbandUniversalFee', 'fee.broadbandUniversal')) f(kind, key)
), traffic as (
  -- The month's own records, summed by line, rate row and tax rate; what the row decides is the same in all of a group.
  select r.contract_id, r.line_id, min(r.kind) in ('sms', 'smsAbroad') as is_message, r.figure_key, r.rate_valid_from,
    min(r.unit_tenths_yen) as unit_tenths_yen, min(r.tax) as tax, sum(r.units) as units,
    sum(r.amount_tenths_yen) as amount_tenths_yen, (min(r.started_at) at time zone 'Asia/Tokyo')::date as called_on
  from call_record r
  where r.contract_id = any(${contractIds}::text[]) and r.units <> 0
    and r.started_at >= ${begins.toString()}::timestamptz and r.started_at < ${ends.toString()}::timestamptz
    and r.received_at < ${recordsUntil.toString()}::timestamptz
    and (r.superseded_at is null or r.superseded_at >= ${recordsUntil.toString()}::timestamptz)
  group by r.contract_id, r.line_id, r.figure_key, r.rate_valid_from, ${taxPercentAt(month)}
), late as (
  -- Of earlier months: what came since its own bill counts for this one; what is corrected since, against it.
  select r.*, 1 as sign from due join call_record r using (contract_id)
  where r.started_at < ${begins.toString()}::timestamptz and r.units <> 0
    and r.received_at >= ${recordsFrom.toString()}::timestamptz and r.received_at < ${recordsUntil.toString()}::timestamptz
    and (r.superseded_at is null or r.superseded_at >= ${recordsUntil.toString()}::timestamptz)
  union all
  select r.*, -1 from due join call_record r using (contract_id)
  where r.started_at < ${begins.toString()}::timestamptz and r.units <> 0
    and r.received_at < ${recordsFrom.toString()}::timestamptz
    and r.superseded_at >= ${recordsFrom.toString()}::timestamptz
    and r.superseded_at < ${recordsUntil.toString()}::timestamptz
), item as (
  select contract_id, kind, line_id, key as figure_key, valid_from as rate_valid_from, tenths as unit_tenths_yen,
    1 as quantity, days, case when days is null then null else ${month.days}::integer end as of_days, amount_tenths_yen,
    tax, ${lastDay}::date as tax_on, null as origin_month, null as source_ref
  from charged
  union all
  select n.contract_id, n.kind, null, n.key, b.valid_from, b.tenths, n.quantity, null, null,
    b.tenths * n.quantity, b.tax, ${lastDay}::date, null, null
  from number_fee n join book b on b.key = n.key and ${lastDay}::date >= b.valid_from
    and (b.valid_to is null or ${lastDay}::date <= b.valid_to)
  where n.quantity > 0
  union all
  select b.contract_id, b.kind, b.line_id, b.figure_key, b.rate_valid_from,
    case when b.quantity = 0 then null else b.amount_tenths_yen / b.quantity end, b.quantity, null, null,
    b.amount_tenths_yen, b.tax, b.tax_on, b.origin_month, b.source_ref
  from due join booked_charge b using (contract_id) left join undone u using (contract_id)
  where ${inChunk('b.contract_id')} and b.month = ${month.month} and (u.contract_id is null or (b.kind <> 'oneOff' and (b.kind <> 'topUp'
    or exists (select from touched t where t.contract_id = b.contract_id and t.bucket_id = b.source_ref))))
  union all
  select u.contract_id, 'oneOff', null, f.key, b.valid_from, b.tenths, 1, null, null, b.tenths, b.tax, u.ends_on, null,
    'initial-cancellation'
  from undone u cross join (values (${INITIAL_FEE_KEY})) f(key)
  left join book b on b.key = f.key and u.ends_on >= b.valid_from and (b.valid_to is null or u.ends_on <= b.valid_to)
  where exists (select from line l
    where l.contract_id = u.contract_id and ${inChunk('l.contract_id')} and l.activated_on is not null)
  union all
  select u.contract_id, 'adjustment', l.line_id, l.figure_key, l.rate_valid_from, l.unit_tenths_yen, -l.quantity, l.days,
    l.of_days, -l.amount_tenths_yen, l.tax, l.tax_on, l.month, 'bill/' || l.month || '/' || l.position
  from undone u join bill_line l using (contract_id)
  where ${inChunk('l.contract_id')} and l.month < ${month.month} and (l.kind = any(${takenBackKinds}::text[]) or (l.kind = 'topUp' and not exists (
    select from touched t where t.contract_id = l.contract_id and t.bucket_id = l.source_ref)))
  union all
  select t.contract_id, 'deviceInstalment', null, null, null, null, 1, null, null,
    10 * case when n.n = 1 then t.price_yen - t.price_yen / t.instalment_count * (t.instalment_count - 1)
      else t.price_yen / t.instalment_count end,
    'outOfScope', ${lastDay}::date, null, 'instalment/' || t.device_id || '/' || n.n
  from due join terminal t using (contract_id) cross join lateral (
    select 1 + 12 * (extract(year from ${firstDay}::date)::integer - left(t.first_instalment_month, 4)::integer)
      + extract(month from ${firstDay}::date)::integer - right(t.first_instalment_month, 2)::integer as n) n
  where ${inChunk('t.contract_id')} and n.n between 1 and t.instalment_count
  union all
  -- Together they never take more than their fee.
  select d.contract_id, 'discount', d.line_id, null, null, null, 1, null, null,
    -least(d.tenths, d.fee_tenths - d.taken), d.tax, ${lastDay}::date, null, d.source_ref
  from (
    select d.contract_id, p.line_id, p.tax, p.amount_tenths_yen as fee_tenths, d.amount_yen * 10 as tenths, d.source_ref,
      coalesce(sum(d.amount_yen * 10) over (partition by d.contract_id, p.kind, p.line_id, p.key order by d.source_ref
        rows between unbounded preceding and 1 preceding), 0) as taken
    from discount d join charged p on p.contract_id = d.contract_id and p.kind = d.off
      and case when d.off = 'base' then true else p.line_id is not distinct from d.line_id end
      and (d.off <> 'option' or p.key = 'option.' || d.option_code)
    where ${inChunk('d.contract_id')} and d.from_month <= ${month.month} and (d.to_month is null or d.to_month >= ${month.month})
  ) d where d.taken < d.fee_tenths
  union all
  select contract_id, case when is_message then 'sms' else 'voice' end, line_id, figure_key, rate_valid_from,
    unit_tenths_yen, units, null, null, amount_tenths_yen, tax, called_on, null, null
  from traffic
  union all
  -- What arrived after its own month was closed: on this bill, at its own day's rates, new minus old, naming the record.
  select contract_id, 'adjustment', line_id, figure_key, rate_valid_from, unit_tenths_yen, sum(sign * units),
    null, null, sum(sign * amount_tenths_yen), tax, (started_at at time zone 'Asia/Tokyo')::date,
    to_char(started_at at time zone 'Asia/Tokyo', 'YYYY-MM'), 'call/' || record_id
  from late
  group by contract_id, line_id, record_id, figure_key, rate_valid_from, unit_tenths_yen, tax, started_at
  having sum(sign * amount_tenths_yen) <> 0
), line_written as (
  insert into bill_line (contract_id, month, position, kind, line_id, figure_key, rate_valid_from, unit_tenths_yen,
    quantity, days, of_days, amount_tenths_yen, tax, tax_on, origin_month, source_ref)
  select contract_id, ${month.month}, row_number() over (partition by contract_id
      order by array_position(${chargeKinds}::text[], kind), line_id nulls last, length(figure_key), figure_key, source_ref nulls first, tax_on),
    kind, line_id, figure_key, rate_valid_from, unit_tenths_yen, quantity, days, of_days, amount_tenths_yen, tax, tax_on,
    origin_month, source_ref
  from item
), sums as (
  -- One pass: Σ by rate and Σ of what is outside the tax, which has no rate; cut once towards zero: integer division of
  -- PostgreSQL truncates.
  select item.contract_id, tax.percent, sum(item.amount_tenths_yen * case when tax.percent is null then 100
    when item.tax = 'excluded' then 100 + tax.percent else 100 end)::bigint / 1000 as total_yen
  from item left join tax on item.tax <> 'outOfScope' and item.tax_on >= tax.valid_from
    and (tax.valid_to is null or item.tax_on <= tax.valid_to)
  group by item.contract_id, tax.percent
), rate_written as (
  insert into bill_rate (contract_id, month, tax_percent, total_yen, tax_yen)
  select contract_id, ${month.month}, percent, total_yen, total_yen * percent / (100 + percent) from sums
  where percent is not null order by contract_id
), headed as materialized (
  -- In the order of their keys, so that every index grows at its end.
  select contract_id, coalesce(sum(total_yen) filter (where percent is null), 0)::bigint as outside_yen,
    coalesce(sum(total_yen * percent / (100 + percent)) filter (where percent is not null), 0)::bigint as tax_yen,
    sum(total_yen)::bigint as total_yen, 'bill_' || md5(contract_id || '/' || ${month.month}) as bill_id
  from sums group by contract_id order by contract_id
), posted as (
  -- What is owed, or kept as credit, against revenue and tax.
  insert into posting (contract_id, source_ref, account, amount_yen, booked_on, booked_at)
  select contract_id, 'bill/' || bill_id, account, amount_yen, ${toTokyoDate(now)}::date, ${now.toString()}::timestamptz
  from headed cross join lateral (values ('receivable', greatest(total_yen, 0)), ('credit', least(total_yen, 0)),
    ('tax', -tax_yen), ('revenue', tax_yen + outside_yen - total_yen), ('untaxed', -outside_yen)) p(account, amount_yen)
  where amount_yen <> 0
)
insert into bill (contract_id, month, bill_id, state, period_from, period_to, out_of_scope_yen, total_yen, fixed_at,
  charge_on, paid_at, history_version)
select contract_id, ${month.month}, bill_id,
  case when total_yen > 0 then 'fixed' when total_yen = 0 then 'paid' else 'credit' end,
  ${firstDay}::date, ${lastDay}::date, outside_yen, total_yen, ${now.toString()}::timestamptz, ${chargeDayOf(month.month, toTokyoDate(now))}::date,
  case when total_yen = 0 then ${now.toString()}::timestamptz end, history_version
from headed join history using (contract_id)
returning contract_id`
}

/** The tax rate of a call by its beginning: a constant but in a month in which the rate changes. */
function taxPercentAt({ taxes, begins, ends }: BilledMonth): RawBuilder<number> {
  const [newest, ...older] = taxes
    .map(({ percent, valid_from }) => ({ percent, from: startOfDay(tokyoDate(valid_from)) }))
    .filter(({ from }) => isBefore(from, ends))
    .toSorted((a, b) => (isBefore(a.from, b.from) ? 1 : -1))
  if (newest === undefined || !isBefore(begins, newest.from)) return sql`()`
  const before = older[0]?.percent ?? 0
  return sql`case when r.started_at >= ${newest.from.toString()}::timestamptz
    then ${newest.percent}::integer else ${before}::integer end`
}
