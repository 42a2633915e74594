-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- Who besides the holder may look at the contract, or at one line of it.
create table family_role (
  contract_id text,
  role_id text,
  role text not null,
  line_id text,
  state text not null,
  name_sealed text not null,
  holder_account_id text not null,
  account_id text,
  secret_hash text not null,
  secret_sealed text,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  ended_at timestamptz,
  changed_at timestamptz not null,
  primary key (contract_id, role_id),
  unique (role_id),
  unique (secret_hash),
  check (role in ('manager', 'lineUser')),
  check ((role = 'lineUser') = (line_id is not null)),
  check (state in ('invited', 'active', 'withdrawn', 'expired', 'ended')),
  constraint family_role_check3 check ((state in ('withdrawn', 'expired', 'ended')) = (ended_at is not null)),
  constraint family_role_check2 check ((secret_sealed is not null) = (state = 'invited')),
  constraint family_role_check1 check ((accepted_at is null) = (account_id is null)),
  foreign key (contract_id) references contract(contract_id)
);
create unique index family_role_line on family_role (contract_id, line_id) where role = 'lineUser'
  and (state in ('invited', 'active'));
create index family_role_of_line on family_role (contract_id, line_id, accepted_at) where role = 'lineUser'
  and accepted_at is not null;
create index family_role_open on family_role (state, expires_at) where state in ('invited', 'active');
create unique index family_role_person on family_role (account_id, contract_id, coalesce(line_id, ''))
  where state = 'active';
