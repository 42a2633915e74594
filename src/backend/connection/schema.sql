-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- Programs that members have let in; of a key only the hash is stored.
create table connection (
  contract_id text,
  connection_id text,
  kind text not null,
  account_id text not null,
  holder_account_id text not null,
  family_role_id text,
  name_sealed text not null,
  scopes text[] not null,
  line_ids text[],
  secret_hash text,
  prefix text,
  client_id text,
  grant_id text,
  state text not null,
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
  unique (secret_hash),
  unique (grant_id),
  check (kind in ('key', 'app')),
  check ((kind = 'key') = (secret_hash is not null and prefix is not null)),
  constraint connection_check1 check ((kind = 'app') = (client_id is not null and grant_id is not null)),
  check (cardinality(scopes) > 0),
  check (state in ('active', 'ended')),
  constraint connection_check2 check ((state = 'ended') = (ended_at is not null and ended_by is not null)),
  constraint connection_check3 check (ends_at <= (made_at + '366 days'::interval)),
  foreign key (contract_id) references contract(contract_id)
);
create index connection_account on connection (account_id, state);
create index connection_open on connection (ends_at) where state = 'active';

-- Drafts of procedures, until the member confirms or throws them away.
create table prepared_order (
  contract_id text,
  prepared_id text,
  connection_id text not null,
  procedure text not null,
  address text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (contract_id, prepared_id),
  foreign key (contract_id) references contract(contract_id)
);

-- Apps: the operator's, and those that members have made for themselves.
create table oauth_client (
  client_id text,
  account_id text,
  -- Of the operator's; a member's own has `name_sealed` instead.
  name text not null,
  redirect_uris text[] not null,
  secret_hash text,
  made_at timestamptz not null,
  ended_at timestamptz,
  name_sealed text,
  scopes text[],
  primary key (client_id),
  check (cardinality(redirect_uris) > 0)
);
create index oauth_client_account on oauth_client (account_id) where account_id is not null;

-- Of the authorization server; machine time, as logins.
create table oauth_artifact (
  model text,
  id_hash text,
  payload_sealed text not null,
  grant_id text,
  uid_hash text,
  scopes text[],
  audience text,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (model, id_hash)
);
create index oauth_artifact_expiry on oauth_artifact (expires_at);
create index oauth_artifact_grant on oauth_artifact (grant_id) where grant_id is not null;
create index oauth_artifact_uid on oauth_artifact (model, uid_hash) where uid_hash is not null;

create table connection_request (
  request_id text,
  account_id text not null,
  client_id text not null,
  scopes text[] not null,
  resource text not null,
  redirect_host text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  connection_id text,
  primary key (request_id),
  check (connection_id is null or decided_at is not null)
);
create index connection_request_expiry on connection_request (expires_at);

-- By day, when a connection last used each of its scopes.
create table connection_use (
  contract_id text,
  connection_id text,
  day date,
  scope text,
  last_at timestamptz not null,
  primary key (contract_id, connection_id, day, scope),
  foreign key (contract_id, connection_id) references connection(contract_id, connection_id) on delete cascade
);
