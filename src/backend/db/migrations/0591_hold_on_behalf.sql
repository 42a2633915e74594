-- What staff ask for on behalf waits for a second person: by whom it was asked, in which case, and who has confirmed it.
-- The version before releases what is `held` alone, so it leaves such a hold as it is.
alter table hold add column staff_id text, add column case_no text,
  add column confirmed_by text, add column confirmed_at timestamptz;
-- step
alter table hold drop constraint hold_state_check;
alter table hold add constraint hold_state_check
  check (state in ('held', 'needs_confirmation', 'released', 'stopped', 'lapsed', 'withdrawn')) not valid;
-- step
alter table hold validate constraint hold_state_check;
-- step: alone
create index concurrently hold_unconfirmed on hold (until) where state = 'needs_confirmation';
