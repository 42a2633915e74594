import { sql, type RawBuilder } from 'kysely'
import { plans } from '#domain/catalogue/plan.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { BilledMonth } from '../queries/billed-month.ts'

/** What every part of a close's statement is about. */
export type Close = {
  readonly month: BilledMonth
  /** In the order of their ids; none has the bill yet. */
  readonly contractIds: readonly string[]
  readonly now: Instant
  /** Every key begins with the contract: between the first and the last lies all that is read, whatever else the tables hold. */
  readonly inChunk: (column: string) => RawBuilder<unknown>
}

/** Prices and taxes, the contracts, those undone by an initial cancellation, and their lines in the month. */
export function contractSets({ month, contractIds, inChunk }: Close) {
  const { firstDay, lastDay } = month
  return sql`
book as materialized (
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
)`
}

/** The fees of `served` lines and of options, priced and prorated; and the fees per number. */
export function feeSets({ month, inChunk }: Close) {
  const { firstDay, lastDay, ends } = month
  const exempt = plans.filter((plan) => plan.baseBytes === 0).map((plan) => plan.code)
  return sql`
fee as (
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
)`
}
