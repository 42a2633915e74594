-- What staff decided about a check that no reading could settle; carried out by the worker. The reason is read by the
-- member and holds nothing personal.
create table identity_decision (
  account_id text not null references account,
  check_id text not null references identity_check (check_id) on delete cascade,
  decision text not null check (decision in ('approved', 'refused')),
  reason text,
  decided_at timestamptz not null,
  carried_out_at timestamptz,
  primary key (account_id, check_id),
  check ((decision = 'refused') = (reason is not null))
);
create index identity_decision_open on identity_decision (decided_at) where carried_out_at is null;
