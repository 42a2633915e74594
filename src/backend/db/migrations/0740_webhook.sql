-- Receivers that members have named, what they are told, and how each try went (docs/decisions/121).
create table webhook (
  contract_id text not null references contract (contract_id),
  webhook_id text not null unique,
  url_sealed text not null,
  secret_sealed text not null,
  -- Signs as well until then: the receiver changes over to the new one.
  former_secret_sealed text,
  former_secret_until timestamptz,
  events text[] not null,
  state text not null check (state in ('on', 'off', 'stopped')),
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
  check ((former_secret_sealed is null) = (former_secret_until is null))
);

create table webhook_delivery (
  contract_id text not null,
  delivery_id text not null unique,
  webhook_id text not null,
  type text not null,
  body text not null,
  -- One delivery for each event.
  source_ref text not null,
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  made_at timestamptz not null,
  -- It is given up three days after this: the event, or the press that sends it again.
  since timestamptz not null,
  tries integer not null default 0,
  attempts integer not null default 0,
  due_at timestamptz not null,
  delivered_at timestamptz,
  primary key (contract_id, delivery_id),
  unique (webhook_id, source_ref),
  foreign key (contract_id, webhook_id) references webhook (contract_id, webhook_id) on delete cascade
);
create index webhook_delivery_due on webhook_delivery (webhook_id, due_at) where state = 'waiting';
create index webhook_delivery_waiting on webhook_delivery (due_at) where state = 'waiting';
create index webhook_delivery_age on webhook_delivery (made_at);

create table webhook_attempt (
  contract_id text not null,
  delivery_id text not null,
  nth integer not null,
  at timestamptz not null,
  milliseconds integer not null,
  status integer,
  cause text check (cause in ('timeout', 'address', 'certificate', 'connection')),
  -- How the receiver's answer begins.
  answer_sealed text,
  primary key (contract_id, delivery_id, nth),
  foreign key (contract_id, delivery_id) references webhook_delivery (contract_id, delivery_id) on delete cascade,
  check ((status is null) <> (cause is null))
);
