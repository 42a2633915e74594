-- What is charged to the member's card. The token opens nothing but charges by us at the card processor; it is sealed.
create table payment_card (
  contract_id text primary key references contract,
  token_sealed text not null,
  brand text not null,
  last4 text not null,
  -- The last month the card is good for.
  expires text not null,
  updated_at timestamptz not null
);

-- One row an attempt. order_id is the processor's idempotency id: asked again with it, nothing is charged twice.
create table payment (
  contract_id text not null references contract,
  order_id text not null unique,
  month text not null,
  attempt integer not null,
  amount_yen bigint not null,
  -- An answer that never came is `unknown`: reconciled, never charged anew.
  state text not null check (state in ('sent', 'unknown', 'ok', 'refused')),
  reason text,
  card_last4 text,
  asked_by text not null check (asked_by in ('member', 'staff', 'system')),
  sent_at timestamptz not null,
  answered_at timestamptz,
  primary key (contract_id, month, attempt),
  foreign key (contract_id, month) references bill
);
create index payment_open on payment (sent_at) where state in ('sent', 'unknown');
create index bill_to_charge on bill (charge_on) where state in ('fixed', 'failed');
