-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- Where a member's own programs are told of events.
create table webhook (
  contract_id text,
  webhook_id text,
  -- It may name its owner, or hold a word that lets one in.
  url_sealed text not null,
  secret_sealed text not null,
  former_secret_sealed text,
  -- Until then the former secret signs as well.
  former_secret_until timestamptz,
  events text[] not null,
  state text not null,
  made_at timestamptz not null,
  changed_at timestamptz not null,
  last_delivered_at timestamptz,
  failing_since timestamptz,
  -- How often in a row it has not answered, and until when it is left alone for that.
  unanswered integer not null default 0,
  rests_until timestamptz,
  -- The run that sends to it now, by the database's clock: one at a time.
  busy_by text,
  busy_until timestamptz,
  primary key (contract_id, webhook_id),
  unique (webhook_id),
  check ((former_secret_sealed is null) = (former_secret_until is null)),
  check (state in ('on', 'off', 'stopped')),
  foreign key (contract_id) references contract(contract_id)
);

create table webhook_delivery (
  contract_id text,
  delivery_id text,
  webhook_id text not null,
  type text not null,
  body text not null,
  source_ref text not null,
  state text not null,
  made_at timestamptz not null,
  -- It is given up three days after this: the event, or the press that sends it again.
  since timestamptz not null,
  -- Tries since then.
  tries integer not null default 0,
  -- Tries in all.
  attempts integer not null default 0,
  due_at timestamptz not null,
  delivered_at timestamptz,
  primary key (contract_id, delivery_id),
  unique (delivery_id),
  unique (webhook_id, source_ref),
  check (state in ('waiting', 'delivered', 'failed')),
  foreign key (contract_id, webhook_id) references webhook(contract_id, webhook_id) on delete cascade
);
create index webhook_delivery_age on webhook_delivery (made_at);
create index webhook_delivery_due on webhook_delivery (webhook_id, due_at) where state = 'waiting';
create index webhook_delivery_waiting on webhook_delivery (due_at) where state = 'waiting';

create table webhook_attempt (
  contract_id text,
  delivery_id text,
  nth integer,
  at timestamptz not null,
  milliseconds integer not null,
  status integer,
  cause text,
  -- How the receiver's answer begins: it may say anything.
  answer_sealed text,
  primary key (contract_id, delivery_id, nth),
  check ((status is null) <> (cause is null)),
  check (cause in ('timeout', 'address', 'certificate', 'connection')),
  foreign key (contract_id, delivery_id) references webhook_delivery(contract_id, delivery_id) on delete cascade
);
