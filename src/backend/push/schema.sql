-- Written from a migrated database by node tools/write-schema.ts; do not edit.

create table push_subscription (
  account_id text,
  subscription_id text,
  -- The browser, as in device: the row goes with it.
  device_hash text not null,
  endpoint_hash text not null,
  -- Address and keys of the device, as JSON: with them anybody could write to it.
  target_sealed text not null,
  -- The host of the push service.
  service text not null,
  device text not null,
  kinds text[] not null,
  with_details boolean not null,
  -- Hours of the day in Japan.
  quiet_from smallint,
  quiet_until smallint,
  added_at timestamptz not null,
  changed_at timestamptz not null,
  delivered_at timestamptz,
  primary key (account_id, subscription_id),
  unique (account_id, device_hash),
  unique (endpoint_hash),
  check (quiet_from >= 0 and quiet_from <= 23),
  check ((quiet_from is null) = (quiet_until is null)),
  check (quiet_until >= 0 and quiet_until <= 23),
  foreign key (account_id, device_hash) references device(account_id, device_hash) on delete cascade
);

create table push_message (
  account_id text,
  push_id text,
  subscription_id text not null,
  notice_id text not null,
  kind text not null,
  -- What the lock screen says.
  title text not null,
  payload_sealed text not null,
  state text not null,
  -- The end of the quiet hours that it waits for.
  begins_at timestamptz,
  queued_at timestamptz not null,
  -- By the database's clock.
  waits_since timestamptz not null default now(),
  sent_at timestamptz,
  primary key (account_id, push_id),
  unique (push_id),
  check (state in ('waiting', 'queued', 'sent', 'left_out', 'failed', 'gone')),
  foreign key (account_id) references account(account_id)
);
create index push_message_age on push_message (queued_at);
create index push_message_queued on push_message (waits_since) where state = 'queued';
create index push_message_waiting on push_message (begins_at) where state = 'waiting';

-- What holds for all devices of an account; who has chosen nothing has no row.
create table push_choice (
  account_id text,
  mail_unless_read boolean not null,
  -- That it was offered and not wanted: it is not offered again.
  declined_at timestamptz,
  changed_at timestamptz not null,
  primary key (account_id),
  foreign key (account_id) references account(account_id)
);

-- Push services that have asked to be left alone, by the database's clock.
create table push_pause (
  service text,
  until timestamptz not null,
  primary key (service)
);
