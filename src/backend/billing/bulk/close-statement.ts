import { sql, type RawBuilder } from 'kysely'
import { chargeDayOf } from '#domain/policy/payment-schedule.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { chargeKinds } from '#vocabulary/price.ts'
import type { BilledMonth } from '../queries/billed-month.ts'
import { contractSets, feeSets, type Close } from './close-fees.ts'
import { historySets } from './close-history.ts'
import { callSets, items } from './close-items.ts'

/**
 * The bills of these contracts and this month as one statement: the rules of `billOf` of the domain over sets, proved
 * equal to it by month-close.api.test.ts, with the postings of each (README.md). A price that is missing leaves an amount
 * null, which the table refuses.
 * @param contractIds in the order of their ids; none of them has the bill yet.
 */
export function closeStatement(
  month: BilledMonth,
  contractIds: readonly string[],
  now: Instant,
): RawBuilder<{ contract_id: string }> {
  const [first = '', last = ''] = [contractIds[0], contractIds.at(-1)]
  const inChunk = (column: string) => sql`${sql.ref(column)} between ${first} and ${last}`
  const close: Close = { month, contractIds, now, inChunk }
  return sql`
with ${contractSets(close)}, ${historySets(month, inChunk)}, ${feeSets(close)}, ${callSets(close)}, item as (
${items(close)}
), ${writes(close)}
${insertBills(close)}`
}

/** Writes the lines, the totals by tax rate and the postings; `headed` is the bill itself. */
const writes = ({ month, now }: Close) => sql`
line_written as (
  insert into bill_line (contract_id, month, position, kind, line_id, figure_key, rate_valid_from, unit_tenths_yen,
    quantity, days, of_days, amount_tenths_yen, tax, tax_on, origin_month, source_ref)
  select contract_id, ${month.month}, row_number() over (partition by contract_id
      order by array_position(${chargeKinds}::text[], kind), line_id is null, place, line_id, length(figure_key), figure_key, source_ref nulls first, tax_on),
    kind, line_id, figure_key, rate_valid_from, unit_tenths_yen, quantity, days, of_days, amount_tenths_yen, tax, tax_on,
    origin_month, source_ref
  -- Within a kind as the lines stand on every screen; a line that left before the month comes after those that are there.
  from item left join (select contract_id, line_id, position as place from present) own using (contract_id, line_id)
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
)`

/** Writes the bills; the last part of the statement. */
function insertBills({ month, now }: Close) {
  const { firstDay, lastDay } = month
  return sql`
insert into bill (contract_id, month, bill_id, state, period_from, period_to, out_of_scope_yen, total_yen, fixed_at,
  charge_on, paid_at, history_version)
select contract_id, ${month.month}, bill_id,
  case when total_yen > 0 then 'fixed' when total_yen = 0 then 'paid' else 'credit' end,
  ${firstDay}::date, ${lastDay}::date, outside_yen, total_yen, ${now.toString()}::timestamptz, ${chargeDayOf(month.month, toTokyoDate(now))}::date,
  case when total_yen = 0 then ${now.toString()}::timestamptz end, history_version
from headed join history using (contract_id)
returning contract_id`
}
