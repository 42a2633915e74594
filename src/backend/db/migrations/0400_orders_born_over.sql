-- formerly e12c1e0b1feef3e486a9a5ed6ed522d4554367d456c13b2f88c906e1aaf01903
-- few: orders of the one defect, which nothing changes any more
-- An option that starts at once was over with its first step, and its order was left open. At most a few for each contract.
update procedure_order set closed_at = requested_at
where procedure = 'optionJoin' and state = 'done' and closed_at is null;

-- Of two initial cancellations that were sent at once the second stayed submitted when the first had ended the contract.
with accepted as (
  update procedure_order o set state = 'accepted', closed_at = o.changed_at, version = o.version + 1
  from contract c
  where c.contract_id = o.contract_id and c.status = 'initial_cancelled'
    and o.procedure = 'initialCancel' and o.state = 'submitted'
  returning o.contract_id, o.order_no, o.version, o.closed_at)
insert into order_event (contract_id, order_no, sequence, state, at, actor, event, details)
select contract_id, order_no, version, 'accepted', closed_at, 'system', 'accepted', '{}' from accepted;
