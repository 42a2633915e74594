-- Since when a message waits, by the database's clock. `queued_at` is the portal's: a demo writes the messages of months within
-- seconds, and each of them counted as one that had waited for months.
alter table mail_message add column waits_since timestamptz not null default now();
drop index mail_message_waiting;
create index mail_message_waiting on mail_message (channel, waits_since) where state = 'queued';
