-- Written from a migrated database by node tools/write-schema.ts; do not edit.

create table session (
  session_hash text,
  account_id text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the password was typed; null where the provider does not say.
  authenticated_at timestamptz,
  id_token_sealed text not null,
  user_agent text not null,
  ended_at timestamptz,
  -- With its last part hidden; empty where it is not known.
  address_masked text not null default '',
  -- When a second factor was shown, at the login or since: the provider's or our own.
  second_factor_at timestamptz,
  device_hash text,
  -- The first login from its device, while the account knew others.
  is_new_device boolean not null default false,
  -- When a passkey that has settled, or the IC chip of a document, was shown.
  strong_proof_at timestamptz,
  -- The role by which the login stands at the contract of another.
  family_role_id text,
  -- By somebody, not by its own logout: what the provider still knows lets nobody in again (docs/decisions/126).
  is_shut_out boolean not null default false,
  primary key (session_hash),
  foreign key (account_id) references account(account_id)
);
create index session_account on session (account_id, created_at desc);
create index session_age on session (expires_at);

-- Browsers an account has logged in from. What lies in the browser is random; stored of it is a hash that is the
-- account's own.
create table device (
  account_id text,
  device_hash text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- From here on what is ordered from it waits for nothing.
  known_from timestamptz not null,
  -- The same without the account: what lies in a browser is one account's, and new for the next.
  browser_hash text,
  primary key (account_id, device_hash),
  foreign key (account_id) references account(account_id)
);
create index device_browser on device (browser_hash) where browser_hash is not null;
