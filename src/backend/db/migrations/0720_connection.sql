-- step
-- Programs that members have let in: by a key of their own, or as an app they have agreed to (docs/decisions/119).
create table connection (
  contract_id text not null references contract,
  connection_id text not null,
  kind text not null check (kind in ('key', 'app')),
  -- Who let it in, and whose contract it was then: with another holder it is over.
  account_id text not null,
  holder_account_id text not null,
  -- Of a member of the family who acts at the holder's contract.
  family_role_id text,
  -- As the member calls it.
  name_sealed text not null,
  scopes text[] not null,
  -- The lines it sees; all of the contract where there is none.
  line_ids text[],
  -- Of a key: how it is found, and how it begins.
  secret_hash text unique,
  prefix text,
  -- Of an app: which, and the authorization server's grant.
  client_id text,
  grant_id text unique,
  state text not null check (state in ('active', 'ended')),
  made_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  last_used_at timestamptz,
  last_address text,
  last_program text,
  changed_at timestamptz not null,
  primary key (contract_id, connection_id),
  unique (connection_id),
  check ((kind = 'key') = (secret_hash is not null and prefix is not null)),
  check ((kind = 'app') = (client_id is not null and grant_id is not null)),
  check ((state = 'ended') = (ended_at is not null and ended_by is not null)),
  check (ends_at <= made_at + interval '366 days'),
  check (cardinality(scopes) > 0)
);
create index connection_account on connection (account_id, state);
create index connection_open on connection (ends_at) where state = 'active';

-- What it did, by day: when it last used each of its scopes.
create table connection_use (
  contract_id text not null,
  connection_id text not null,
  day date not null,
  scope text not null,
  last_at timestamptz not null,
  primary key (contract_id, connection_id, day, scope),
  foreign key (contract_id, connection_id) references connection on delete cascade
);
