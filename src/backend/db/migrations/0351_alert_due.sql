-- formerly 8e3048c52aa4f235062443242d27e3145266c211d7a93e171dc436e4f462430e
-- step
-- Contracts whose data has changed so that a threshold may be reached: what the hourly alerts look at, instead of every
-- contract (docs/decisions/070). Only ever inserted and deleted, like ledger_due: nobody waits for anybody.
create table alert_due (
  contract_id text not null,
  due_id text not null,
  primary key (contract_id, due_id)
);
-- What was reached before is looked at once.
insert into alert_due select contract_id, 'first' from contract where status in ('active', 'suspended', 'cancel_reserved');

-- When the next message may go out, by the database's clock: one pace for all workers.
create table send_pace (
  channel text primary key,
  next_at timestamptz not null
);

-- step: alone
-- How old the oldest message that waits is, however many were ever sent.
create index concurrently mail_message_waiting on mail_message (channel, queued_at) where state = 'queued';
