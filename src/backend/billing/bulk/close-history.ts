import { sql, type RawBuilder } from 'kysely'
import type { BilledMonth } from '../queries/billed-month.ts'

/**
 * The histories a close reads, set by set, by the rule of `historyOf` (bill-facts.ts): a value counts from when its change
 * counts, in the order in which the changes were written; a change of something else leaves it alone. `counts_from` may lie
 * before what was written meanwhile, so the order of writing and the order of counting are not the same.
 */
export function historySets(
  { begins, ends }: Pick<BilledMonth, 'begins' | 'ends'>,
  inChunk: (column: string) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const written = (table: 'line_version' | 'contract_version') => sql`
    select *, coalesce(counts_from, replaced_at) as since from ${sql.table(table)} where ${inChunk('contract_id')}`
  const began = sql`s.billed_from::timestamp at time zone 'Asia/Tokyo'`
  return sql`
line_change as materialized (${written('line_version')}
), line_step as materialized (
  -- Only of lines with a change that counts later than the month began: of all others what they are now counts.
  select v.contract_id, v.line_id, v.version, v.since, p.billed_from,
    v.former ->> 'kind' as kind, lead(v.former ->> 'kind', 1, p.kind) over own as next_kind,
    (v.former ->> 'position')::integer as place,
    lead((v.former ->> 'position')::integer, 1, p.position) over own as next_place
  from line_change v join present p using (contract_id, line_id)
  where exists (select from line_change w where (w.contract_id, w.line_id) = (v.contract_id, v.line_id)
    and w.since > ${begins.toString()}::timestamptz)
  window own as (partition by v.contract_id, v.line_id order by v.version)
), line_then as (
  select s.contract_id, s.line_id,
    ${valueThen('kind', sql`s.since <= ${began}`)} as kind,
    ${valueThen('place', sql`s.since <= ${began}`)} as place,
    ${valueThen('kind', sql`s.since < ${ends.toString()}::timestamptz`)} as last_kind
  from line_step s group by s.contract_id, s.line_id
), served as materialized (
  -- Each line as it was at 00:00 of the 1st or of its own first day, and at the month's end.
  select p.contract_id, p.line_id, p.activated_on, p.ends_on, p.gone_on, p.billed_from,
    coalesce(t.place, p.position) as place, coalesce(t.kind, p.kind) as kind, coalesce(t.last_kind, p.kind) as last_kind
  from present p left join line_then t using (contract_id, line_id)
), head as (
  select distinct on (contract_id) contract_id, line_id, billed_from
  from (select *, min(billed_from) over (partition by contract_id) as from_day from served) s
  where activated_on <= from_day
  order by contract_id, place
), size_change as materialized (${written('contract_version')}
), size_step as materialized (
  select v.contract_id, v.version, v.since, head.billed_from, (v.former ->> 'plan_code')::integer as plan_code,
    lead((v.former ->> 'plan_code')::integer, 1, due.plan_code) over (partition by v.contract_id order by v.version)
      as next_plan_code
  from size_change v join due using (contract_id) join head using (contract_id)
  where exists (select from size_change w where w.contract_id = v.contract_id
    and w.since > ${begins.toString()}::timestamptz)
), size_then as (
  select s.contract_id, ${valueThen('plan_code', sql`s.since <= ${began}`)} as plan_code,
    ${valueThen('plan_code', sql`s.since < ${ends.toString()}::timestamptz`)} as last_plan_code
  from size_step s group by s.contract_id
), size as (
  select head.contract_id, coalesce(t.plan_code, due.plan_code) as plan_code,
    coalesce(t.last_plan_code, due.plan_code) as last_plan_code
  from head join due using (contract_id) left join size_then t using (contract_id)
)`
}

/** What the last written of the changes that count by then made of it; before all of them, what it was first. */
function valueThen(column: string, counts: RawBuilder<unknown>) {
  const [value, next] = [sql.ref(`s.${column}`), sql.ref(`s.next_${column}`)]
  return sql`coalesce(
      (array_agg(${next} order by s.version desc) filter (where ${next} <> ${value} and ${counts}))[1],
      (array_agg(${value} order by s.version))[1])`
}
