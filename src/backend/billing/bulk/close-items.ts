import { sql, type RawBuilder } from 'kysely'
import { isBefore, startOfDay, tokyoDate } from '#domain/tokyo.ts'
import type { BilledMonth } from '../queries/billed-month.ts'
import { INITIAL_FEE_KEY, takenBackKinds } from '../queries/initial-bill.ts'
import type { Close } from './close-fees.ts'

/** The lines of the bills, by what each is for. */
export const items = (close: Close) =>
  sql.join(
    [
      fees(close),
      numberFees(close),
      booked(close),
      initialFee(close),
      takenBack(close),
      instalments(close),
      discounts(close),
      calls,
      lateCalls,
    ],
    sql`
  union all
`,
  )

/** The calls and messages that this bill is for. */
export const callSets = (close: Close) => sql`${traffic(close)}, ${late(close)}`

function traffic({ month, contractIds }: Close) {
  const { begins, ends, recordsUntil } = month
  return sql`
traffic as (
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
)`
}

function late({ month }: Close) {
  const { begins, recordsFrom, recordsUntil } = month
  return sql`
late as (
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
)`
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

/** Monthly fees of lines and options. */
function fees({ month }: Close) {
  const { lastDay } = month
  return sql`
  select contract_id, kind, line_id, key as figure_key, valid_from as rate_valid_from, tenths as unit_tenths_yen,
    1 as quantity, days, case when days is null then null else ${month.days}::integer end as of_days, amount_tenths_yen,
    tax, ${lastDay}::date as tax_on, null as origin_month, null as source_ref
  from charged`
}

/** Fees per telephone number and per line. */
function numberFees({ month }: Close) {
  const { lastDay } = month
  return sql`
  select n.contract_id, n.kind, null, n.key, b.valid_from, b.tenths, n.quantity, null, null,
    b.tenths * n.quantity, b.tax, ${lastDay}::date, null, null
  from number_fee n join book b on b.key = n.key and ${lastDay}::date >= b.valid_from
    and (b.valid_to is null or ${lastDay}::date <= b.valid_to)
  where n.quantity > 0`
}

/** Charges that were booked for the month; after an initial cancellation only those that stay owed. */
const booked = ({ month, inChunk }: Close) => sql`
  select b.contract_id, b.kind, b.line_id, b.figure_key, b.rate_valid_from,
    case when b.quantity = 0 then null else b.amount_tenths_yen / b.quantity end, b.quantity, null, null,
    b.amount_tenths_yen, b.tax, b.tax_on, b.origin_month, b.source_ref
  from due join booked_charge b using (contract_id) left join undone u using (contract_id)
  where ${inChunk('b.contract_id')} and b.month = ${month.month} and (u.contract_id is null or (b.kind <> 'oneOff' and (b.kind <> 'topUp'
    or exists (select from touched t where t.contract_id = b.contract_id and t.bucket_id = b.source_ref))))`

/** The fee of an initial cancellation, where a line had been opened. */
const initialFee = ({ inChunk }: Close) => sql`
  select u.contract_id, 'oneOff', null, f.key, b.valid_from, b.tenths, 1, null, null, b.tenths, b.tax, u.ends_on, null,
    'initial-cancellation'
  from undone u cross join (values (${INITIAL_FEE_KEY})) f(key)
  left join book b on b.key = f.key and u.ends_on >= b.valid_from and (b.valid_to is null or u.ends_on <= b.valid_to)
  where exists (select from line l
    where l.contract_id = u.contract_id and ${inChunk('l.contract_id')} and l.activated_on is not null)`

/** What earlier bills took and an initial cancellation gives back. */
const takenBack = ({ month, inChunk }: Close) => sql`
  select u.contract_id, 'adjustment', l.line_id, l.figure_key, l.rate_valid_from, l.unit_tenths_yen, -l.quantity, l.days,
    l.of_days, -l.amount_tenths_yen, l.tax, l.tax_on, l.month, 'bill/' || l.month || '/' || l.position
  from undone u join bill_line l using (contract_id)
  where ${inChunk('l.contract_id')} and l.month < ${month.month} and (l.kind = any(${takenBackKinds}::text[]) or (l.kind = 'topUp' and not exists (
    select from touched t where t.contract_id = l.contract_id and t.bucket_id = l.source_ref)))`

/** The instalment of each device; the first one takes the remainder of the division. */
function instalments({ month, inChunk }: Close) {
  const { firstDay, lastDay } = month
  return sql`
  select t.contract_id, 'deviceInstalment', null, null, null, null, 1, null, null,
    10 * case when n.n = 1 then t.price_yen - t.price_yen / t.instalment_count * (t.instalment_count - 1)
      else t.price_yen / t.instalment_count end,
    'outOfScope', ${lastDay}::date, null, 'instalment/' || t.device_id || '/' || n.n
  from due join terminal t using (contract_id) cross join lateral (
    select 1 + 12 * (extract(year from ${firstDay}::date)::integer - left(t.first_instalment_month, 4)::integer)
      + extract(month from ${firstDay}::date)::integer - right(t.first_instalment_month, 2)::integer as n) n
  where ${inChunk('t.contract_id')} and n.n between 1 and t.instalment_count`
}

/** Discounts, limited to the fee they reduce. */
function discounts({ month, inChunk }: Close) {
  const { lastDay } = month
  return sql`
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
  ) d where d.taken < d.fee_tenths`
}

/** Calls and messages of the month. */
const calls = sql`
  select contract_id, case when is_message then 'sms' else 'voice' end, line_id, figure_key, rate_valid_from,
    unit_tenths_yen, units, null, null, amount_tenths_yen, tax, called_on, null, null
  from traffic`

/** Calls and messages of earlier months that came or were corrected after their own bill. */
const lateCalls = sql`
  -- What arrived after its own month was closed: on this bill, at its own day's rates, new minus old, naming the record.
  select contract_id, 'adjustment', line_id, figure_key, rate_valid_from, unit_tenths_yen, sum(sign * units),
    null, null, sum(sign * amount_tenths_yen), tax, (started_at at time zone 'Asia/Tokyo')::date,
    to_char(started_at at time zone 'Asia/Tokyo', 'YYYY-MM'), 'call/' || record_id
  from late
  group by contract_id, line_id, record_id, figure_key, rate_valid_from, unit_tenths_yen, tax, started_at
  having sum(sign * amount_tenths_yen) <> 0`
