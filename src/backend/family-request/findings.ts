import type { Instant } from '#domain/tokyo.ts'

/** Laws of what a family asks and gives. Two hours are time enough for what the hour writes down. */
export const familyRequestLaws = (now: Instant) => ({
  'a request waits no longer than its clock and its role': `
    select q.contract_id, q.request_id as what,
      'open, until ' || q.expires_at || ', role ' || r.state as found
    from family_request q join family_role r using (role_id)
    where q.state = 'open' and least(q.expires_at, r.ended_at) < timestamptz '${now.subtract({ hours: 2 }).toString()}'`,

  'what was granted was given at that moment': `
    select q.contract_id, q.request_id as what, q.answer || ', order ' || coalesce(q.order_no, 'none') as found
    from family_request q join contract c using (contract_id)
    where q.state = 'granted' and c.status in ('active', 'suspended', 'cancel_reserved') and not case q.answer
      when 'pack' then exists (select from receipt o
        where o.contract_id = q.contract_id and o.order_no = q.order_no)
      when 'option' then exists (select from procedure_order o
        where o.contract_id = q.contract_id and o.order_no = q.order_no and o.procedure = 'optionJoin')
      when 'speed' then exists (select from high_speed_change s where s.contract_id = q.contract_id
        and s.line_id = q.line_id and s.turned_on and s.changed_at = q.ended_at)
      else exists (select from line_cap_lift l where l.contract_id = q.contract_id
        and l.line_id = q.line_id and l.lifted_at = q.ended_at) end`,

  'nothing that was bought answers two requests': `
    select contract_id, order_no as what, count(*) || ' requests' as found
    from family_request where order_no is not null group by contract_id, order_no having count(*) > 1`,

  'what was not granted has ordered nothing': `
    select contract_id, request_id as what, state || ', order ' || order_no as found
    from family_request where state <> 'granted' and order_no is not null`,
})
