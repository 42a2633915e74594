-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- What two people of the staff do; rows about nobody (a compensation of many lines) have no account and stay.
create table approval (
  approval_no text,
  operation text not null,
  request_sealed text not null,
  -- What the proposer was shown; what the approver is shown must not differ.
  facts jsonb not null,
  facts_hash text not null,
  account_id text,
  contract_id text,
  target text not null,
  ticket_no text not null,
  reason text not null,
  state text not null,
  proposed_by text not null,
  proposed_role text not null,
  proposed_at timestamptz not null,
  until timestamptz not null,
  decided_by text,
  decided_role text,
  decided_at timestamptz,
  decision_reason text,
  failure text,
  primary key (approval_no),
  check (state in ('proposed', 'approved', 'executed', 'refused', 'withdrawn', 'expired', 'stale', 'failed')),
  check (decided_by is null or decided_by <> proposed_by or state = 'withdrawn'),
  foreign key (account_id) references account(account_id),
  foreign key (contract_id) references contract(contract_id)
);
create index approval_account on approval (account_id);
create unique index approval_once on approval (operation, target) where state = 'proposed';
create index approval_open on approval (until) where state = 'proposed';
