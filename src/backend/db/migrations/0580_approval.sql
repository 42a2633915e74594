-- Operations that two people of the staff do: proposed, approved by another, carried out once (docs/decisions/103).
create table approval (
  approval_no text primary key,
  operation text not null,
  request_sealed text not null,
  facts jsonb not null,
  facts_hash text not null,
  account_id text references account,
  contract_id text references contract,
  target text not null,
  ticket_no text not null,
  reason text not null,
  state text not null check (state in
    ('proposed', 'approved', 'executed', 'refused', 'withdrawn', 'expired', 'stale', 'failed')),
  proposed_by text not null,
  proposed_role text not null,
  proposed_at timestamptz not null,
  until timestamptz not null,
  decided_by text,
  decided_role text,
  decided_at timestamptz,
  decision_reason text,
  failure text,
  check (decided_by is null or decided_by <> proposed_by or state = 'withdrawn')
);
create index approval_open on approval (until) where state = 'proposed';
create unique index approval_once on approval (operation, target) where state = 'proposed';
create index approval_account on approval (account_id);
