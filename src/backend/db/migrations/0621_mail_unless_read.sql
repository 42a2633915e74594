-- A mail may wait for the same to be read on a device, and is then left out (docs/decisions/110).
-- step
alter table mail_message add column held_until timestamptz;
alter table mail_message add constraint mail_message_state_known
  check (state in ('waiting', 'queued', 'sent', 'failed', 'left_out')) not valid;
alter table mail_message drop constraint mail_message_state_check;

-- step
alter table mail_message validate constraint mail_message_state_known;

-- step: alone
create index concurrently if not exists mail_message_held on mail_message (held_until) where state = 'waiting';
