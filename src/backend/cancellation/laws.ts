/** A cancellation that covers the line `l`. */
const covering = `select 1 from procedure_order o where o.contract_id = l.contract_id and o.closed_at is null
  and o.state = 'reserved' and (o.procedure = 'contractCancel'
    or (o.procedure = 'lineCancel' and o.details->'lineIds' ? l.line_id))`

/** Laws of contracts and lines while a cancellation is booked. */
export const cancellationLaws = {
  'a line is ending exactly while a reserved cancellation covers it': `
    select l.contract_id, l.line_id as what, l.status || ' until ' || coalesce(l.ends_on::text, 'never') as found
    from line l
    where (l.status = 'ending' and not exists (${covering}))
      or (l.status = 'active' and exists (${covering}))
      or (l.status in ('active', 'suspended', 'ending') and (l.ends_on is not null) <> exists (${covering}))`,

  'a contract is leaving exactly while it, or each of its lines, is': `
    select c.contract_id, c.status as what, coalesce(c.ends_on::text, 'never') as found from contract c
    where c.status in ('active', 'cancel_reserved') and (c.status = 'cancel_reserved') <> (
      exists (select 1 from procedure_order o where o.contract_id = c.contract_id
        and o.procedure = 'contractCancel' and o.state = 'reserved' and o.closed_at is null)
      or not exists (select 1 from line l where l.contract_id = c.contract_id
        and l.status in ('active', 'suspended', 'ending') and l.ends_on is null))`,
}
