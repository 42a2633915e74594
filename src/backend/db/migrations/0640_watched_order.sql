-- An order that goes on at once can still be stopped by the link that every contact got (docs/decisions/112).
alter table hold drop constraint hold_state_check;
alter table hold add constraint hold_state_check
  check (state in ('held', 'needs_confirmation', 'watched', 'released', 'stopped', 'lapsed', 'withdrawn')) not valid;
-- step
alter table hold validate constraint hold_state_check;
