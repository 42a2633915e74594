-- step
-- Apps that may ask members to be let in (docs/decisions/120): the operator's, and those a member has made for local scripts.
create table oauth_client (
  client_id text primary key,
  -- Of a member's own: nobody else can agree to it.
  account_id text,
  name text not null,
  redirect_uris text[] not null,
  -- Of one that can keep a secret.
  secret_hash text,
  made_at timestamptz not null,
  ended_at timestamptz,
  check (cardinality(redirect_uris) > 0)
);
create index oauth_client_account on oauth_client (account_id) where account_id is not null;

-- What the library of the authorization server stores: codes, tokens, grants. Found by a hash, and sealed: a copy of it opens nothing.
create table oauth_artifact (
  model text not null,
  id_hash text not null,
  payload_sealed text not null,
  grant_id text,
  uid_hash text,
  -- Of an access token: what it may, and where.
  scopes text[],
  audience text,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (model, id_hash)
);
create index oauth_artifact_grant on oauth_artifact (grant_id) where grant_id is not null;
create index oauth_artifact_uid on oauth_artifact (model, uid_hash) where uid_hash is not null;
create index oauth_artifact_expiry on oauth_artifact (expires_at);

-- An app asks; the member who was signed in then decides, once.
create table connection_request (
  request_id text primary key,
  account_id text not null,
  client_id text not null,
  scopes text[] not null,
  resource text not null,
  -- Where the answer goes, as the member reads it.
  redirect_host text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  connection_id text,
  check (connection_id is null or decided_at is not null)
);
create index connection_request_expiry on connection_request (expires_at);
