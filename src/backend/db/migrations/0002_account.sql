-- Accounts, sessions, logins, notices and mail.
-- Every table of member data has contract_id (or account_id) first in its key, so that the database can be
-- spread over machines by that key later. Instants are timestamptz, calendar dates are Japanese dates.

create table account (
  account_id text primary key,
  subject text not null unique,
  login_name_sealed text not null,
  profile_sealed text not null,
  email_index text not null,
  staff boolean not null default false,
  created_at timestamptz not null
);

create table session (
  session_hash text primary key,
  account_id text not null references account,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the member last typed the password at the provider (OIDC auth_time): gates fresh-login procedures.
  authenticated_at timestamptz not null,
  id_token_sealed text not null,
  user_agent text not null,
  ended_at timestamptz
);
create index session_account on session (account_id, created_at desc);

create table login_attempt (
  attempt_hash text primary key,
  state text not null,
  nonce text not null,
  verifier_sealed text not null,
  back_path text not null,
  created_at timestamptz not null,
  used_at timestamptz
);

create table notice (
  account_id text not null references account,
  notice_id text not null,
  kind text not null,
  title text not null,
  body text not null,
  href text,
  raised_at timestamptz not null,
  read_at timestamptz,
  source_ref text not null,
  primary key (account_id, notice_id),
  unique (account_id, source_ref)
);

create table mail_message (
  mail_id text primary key,
  account_id text not null references account,
  subject text not null,
  body_sealed text not null,
  address_sealed text not null,
  state text not null check (state in ('queued', 'sent', 'failed')),
  queued_at timestamptz not null,
  sent_at timestamptz,
  source_ref text not null unique
);
