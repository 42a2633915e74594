/** Laws of the tables while lines change hands and after. */
export const handoverLaws = {
  'both sides of a line that changes hands are equally far': `
    select h.contract_id, h.order_no as what, g.state || ' and ' || r.state as found
    from handover h
    join procedure_order g on g.contract_id = h.contract_id and g.order_no = h.order_no
    join procedure_order r on r.contract_id = h.receiver_contract_id and r.order_no = h.receiver_order_no
    where (g.state = 'handed_over') <> (r.state = 'handed_over')`,

  'a line that was handed over has ended with the giver and lives with the receiver': `
    select h.contract_id, h.order_no as what, l.status as found
    from handover h
    join procedure_order g on g.contract_id = h.contract_id and g.order_no = h.order_no and g.state = 'handed_over'
    join line l on l.contract_id = h.contract_id and l.line_id = h.line_id
    where l.status <> 'ended' or not exists (
      select from procedure_order r join line t on t.contract_id = r.contract_id and t.line_id = r.line_id
      where r.contract_id = h.receiver_contract_id and r.order_no = h.receiver_order_no and t.activated_on = l.ends_on + 1)`,

  'a number is on one line in service': `
    select min(contract_id) as contract_id, number_index as what, count(*)::text as found
    from line where status in ('active', 'suspended', 'ending')
    group by number_index having count(*) > 1`,
}
