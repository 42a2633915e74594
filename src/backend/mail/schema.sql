-- Written from a migrated database by node tools/write-schema.ts; do not edit.

create table notice (
  account_id text,
  notice_id text,
  kind text not null,
  title text not null,
  -- Of notices raised before bodies were sealed.
  body text,
  href text,
  raised_at timestamptz not null,
  read_at timestamptz,
  source_ref text not null,
  -- A notice names lines and numbers; the words of early ones are not sealed.
  body_sealed text,
  -- The same went out by mail.
  mailed boolean not null default true,
  primary key (account_id, notice_id),
  unique (account_id, source_ref),
  constraint notice_kind_known check (kind in ('procedure', 'billing', 'debt', 'alert', 'data', 'outage', 'security')),
  constraint notice_has_words check (body is not null or body_sealed is not null),
  foreign key (account_id) references account(account_id)
);

create table mail_message (
  mail_id text,
  account_id text not null,
  subject text not null,
  body_sealed text not null,
  address_sealed text not null,
  state text not null,
  queued_at timestamptz not null,
  sent_at timestamptz,
  source_ref text not null,
  -- Null in mails that were queued before there was an HTML form.
  content_sealed text,
  -- A message of the outbox is a mail or an SMS of the same words.
  channel text not null default 'mail',
  -- By the database's clock.
  waits_since timestamptz not null default now(),
  -- Until when it waits for the same to be read on a device.
  held_until timestamptz,
  primary key (mail_id),
  unique (source_ref),
  constraint mail_message_state_known check (state in ('waiting', 'queued', 'sent', 'failed', 'left_out')),
  check (channel in ('mail', 'sms')),
  foreign key (account_id) references account(account_id)
);
create index mail_message_failed on mail_message (queued_at, mail_id) where state = 'failed';
create index mail_message_held on mail_message (held_until) where state = 'waiting';
create index mail_message_waiting on mail_message (channel, waits_since) where state = 'queued';

-- What goes to one contact and is no notice of my page: codes, and word of a change to the contacts of before.
-- The words are emptied once they are sent.
create table contact_message (
  account_id text,
  message_id text,
  channel text not null,
  contact_sealed text not null,
  subject text not null,
  -- Empty once it was sent. The words of a code that is still on its way would be the code.
  body_sealed text not null,
  state text not null,
  queued_at timestamptz not null,
  -- A code is of no use afterwards and is not sent any more.
  useful_until timestamptz,
  sent_at timestamptz,
  primary key (account_id, message_id),
  unique (message_id),
  check (channel in ('mail', 'sms')),
  check (state in ('queued', 'sent', 'failed', 'outdated')),
  foreign key (account_id) references account(account_id)
);
create index contact_message_failed on contact_message (queued_at, message_id) where state = 'failed';
create index contact_message_queued on contact_message (queued_at) where state = 'queued';

-- What came back of a mail, or was reported of it (docs/decisions/093): a report that comes twice counts once.
create table mail_return (
  account_id text,
  mail_id text,
  kind text not null,
  -- The status code of the other side (RFC 3463), where it gave one.
  status text,
  -- Of the address the mail went to, as account.email_index: another address is not failing for it.
  address_index text not null,
  returned_at timestamptz not null,
  -- The member has received mail there since.
  mended_at timestamptz,
  primary key (account_id, mail_id),
  check (kind in ('unknown', 'unreachable', 'complaint', 'refused', 'unread')),
  foreign key (account_id) references account(account_id)
);

-- When the next message may go out, by the database's clock: one pace for all workers.
create table send_pace (
  channel text,
  next_at timestamptz not null,
  primary key (channel)
);
