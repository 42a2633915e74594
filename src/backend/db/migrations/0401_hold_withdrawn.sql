-- formerly bd067e4ff2be6474a9432aa7436d752d62d26dd86409614663d70ff4fe5af741
-- step
-- few: holds of the last days, and the orders and edits they held
-- What was held and has come to its end otherwise, as by the member, is held no longer.
alter table hold drop constraint hold_state_check;
alter table hold add constraint hold_state_check
  check (state in ('held', 'released', 'stopped', 'withdrawn')) not valid;
update hold h set state = 'withdrawn', decided_at = now()
where state = 'held' and not exists (
    select from procedure_order o where o.contract_id = h.contract_id and o.order_no = h.order_no and o.closed_at is null)
  and not exists (
    select from profile_edit e where e.account_id = h.account_id and e.edit_no = h.order_no and e.decided_at is null);
update procedure_order set held_until = null where held_until is not null and closed_at is not null;
update profile_edit set held_until = null where held_until is not null and decided_at is not null;

-- step
alter table hold validate constraint hold_state_check;
