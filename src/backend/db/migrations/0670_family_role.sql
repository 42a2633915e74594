-- step
-- Roles of members of the family at a contract that is another's (docs/decisions/116).
create table family_role (
  contract_id text not null references contract,
  role_id text not null,
  role text not null check (role in ('manager', 'lineUser')),
  -- Of a user: which line.
  line_id text,
  state text not null check (state in ('invited', 'active', 'withdrawn', 'expired', 'ended')),
  -- As the holder calls the person.
  name_sealed text not null,
  -- Who invited: with another holder the role is over.
  holder_account_id text not null,
  -- Whose it is, once it is accepted. Accounts may go before the contract's records do.
  account_id text,
  -- Of the link: by the hash it is found, and the holder may look at it until it is accepted.
  secret_hash text not null unique,
  secret_sealed text,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  ended_at timestamptz,
  changed_at timestamptz not null,
  primary key (contract_id, role_id),
  unique (role_id),
  check ((role = 'lineUser') = (line_id is not null)),
  check ((accepted_at is null) = (account_id is null)),
  check ((secret_sealed is not null) = (state = 'invited')),
  check ((state in ('withdrawn', 'expired', 'ended')) = (ended_at is not null))
);
-- A line has one user at a time, and nobody has two roles at once at one contract and line.
create unique index family_role_line on family_role (contract_id, line_id)
  where role = 'lineUser' and state in ('invited', 'active');
create unique index family_role_person on family_role (account_id, contract_id, coalesce(line_id, ''))
  where state = 'active';
create index family_role_open on family_role (state, expires_at) where state in ('invited', 'active');
-- Whose communications a line's records are.
create index family_role_of_line on family_role (contract_id, line_id, accepted_at)
  where role = 'lineUser' and accepted_at is not null;

-- step
alter table session add column family_role_id text;
