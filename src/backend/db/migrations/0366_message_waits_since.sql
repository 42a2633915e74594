-- formerly 9e7ab0149ff3b3a0fea804f18b96f7468a497ab92a10e37bf42b3dda5761e750
-- step
-- Since when a message waits, by the database's clock. `queued_at` is the portal's: a demo writes the messages of months within
-- seconds, and each of them counted as one that had waited for months.
alter table mail_message add column waits_since timestamptz not null default now();

-- step: alone
create index concurrently mail_message_waiting_since on mail_message (channel, waits_since) where state = 'queued';

-- step
drop index mail_message_waiting;
alter index mail_message_waiting_since rename to mail_message_waiting;
