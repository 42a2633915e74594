-- Devices that are told by web push (docs/decisions/110): each belongs to a browser that the account has logged in from,
-- and goes with it.
create table push_subscription (
  account_id text not null,
  subscription_id text not null,
  device_hash text not null,
  -- One device of one account: whoever else gives the same address is refused.
  endpoint_hash text not null unique,
  target_sealed text not null,
  service text not null,
  device text not null,
  kinds text[] not null,
  with_details boolean not null,
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_until smallint check (quiet_until between 0 and 23),
  added_at timestamptz not null,
  changed_at timestamptz not null,
  delivered_at timestamptz,
  primary key (account_id, subscription_id),
  unique (account_id, device_hash),
  foreign key (account_id, device_hash) references device on delete cascade,
  check ((quiet_from is null) = (quiet_until is null))
);

create table push_message (
  account_id text not null references account,
  push_id text not null,
  subscription_id text not null,
  notice_id text not null,
  kind text not null,
  title text not null,
  payload_sealed text not null,
  state text not null check (state in ('waiting', 'queued', 'sent', 'left_out', 'failed', 'gone')),
  -- The end of the quiet hours that it waits for.
  begins_at timestamptz,
  queued_at timestamptz not null,
  waits_since timestamptz not null default now(),
  sent_at timestamptz,
  primary key (account_id, push_id),
  unique (push_id)
);
create index push_message_waiting on push_message (begins_at) where state = 'waiting';
create index push_message_queued on push_message (waits_since) where state = 'queued';
create index push_message_age on push_message (queued_at);

-- What holds for all devices of an account.
create table push_choice (
  account_id text primary key references account,
  mail_unless_read boolean not null,
  declined_at timestamptz,
  changed_at timestamptz not null
);

-- Push services that have asked to be left alone for a while.
create table push_pause (
  service text primary key,
  until timestamptz not null
);
