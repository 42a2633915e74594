-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- What was sent without the proof it takes, for the browser it came from: sent again once the proof is there.
create table kept_press (
  account_id text,
  device_hash text not null,
  press_sealed text not null,
  kept_until timestamptz not null,
  primary key (account_id),
  foreign key (account_id) references account(account_id)
);

-- A change that follows a login from a new device, or that staff asked for on behalf, waits: the member can stop
-- it. One that is `watched` goes on, and can be stopped.
create table hold (
  account_id text,
  hold_no text,
  -- Null for a change of the profile.
  contract_id text,
  order_no text not null,
  operation text not null,
  session_hash text not null,
  state text not null,
  -- Of the link in the message to the contacts.
  stop_hash text not null,
  held_at timestamptz not null,
  until timestamptz not null,
  decided_at timestamptz,
  -- Who of the staff asked for it on behalf, and in which case; null where the member did.
  staff_id text,
  case_no text,
  -- The second person.
  confirmed_by text,
  confirmed_at timestamptz,
  primary key (account_id, hold_no),
  unique (stop_hash),
  check (state in ('held', 'needs_confirmation', 'watched', 'released', 'stopped', 'lapsed', 'withdrawn')),
  foreign key (account_id) references account(account_id)
);
create index hold_due on hold (until) where state = 'held';
create unique index hold_of_order on hold (order_no);
create index hold_unconfirmed on hold (until) where state = 'needs_confirmation';
