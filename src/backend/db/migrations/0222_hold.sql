-- formerly baefc19598ef7aa389dfba85bf99a9fa38ca27a0e0586b92c96fa3de47baf6db
-- step
-- A change that follows a login from a new device waits, so that the member can stop it.
create table hold (
  account_id text not null references account,
  hold_no text not null,
  -- Of an order of a contract; null for a change of the profile.
  contract_id text,
  order_no text not null,
  operation text not null,
  session_hash text not null,
  state text not null check (state in ('held', 'released', 'stopped')),
  -- Of the link in the message to the contacts.
  stop_hash text not null unique,
  held_at timestamptz not null,
  until timestamptz not null,
  decided_at timestamptz,
  primary key (account_id, hold_no)
);
create index hold_due on hold (until) where state = 'held';
create unique index hold_of_order on hold (order_no);

alter table procedure_order add column held_until timestamptz;
alter table profile_edit add column held_until timestamptz;

-- A request that must not go out while its order is held.
alter table carrier_exchange drop constraint carrier_exchange_state_check;
alter table carrier_exchange add constraint carrier_exchange_state_check
  check (state in ('held', 'requested', 'sent', 'accepted', 'rejected', 'unknown')) not valid;

-- step
alter table carrier_exchange validate constraint carrier_exchange_state_check;
