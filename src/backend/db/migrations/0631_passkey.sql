-- Passkeys of accounts, what browsers are given to sign by them, and proofs by the IC chip of a document (docs/decisions/111).
create table passkey (
  account_id text not null references account (account_id),
  passkey_id text not null,
  credential_id text not null unique,
  public_key text not null,
  sign_count bigint not null,
  transports text[] not null,
  name_sealed text not null,
  is_synced boolean not null,
  state text not null,
  added_at timestamptz not null,
  settles_at timestamptz not null,
  last_used_at timestamptz,
  device_hash text,
  user_agent text not null,
  changed_at timestamptz not null,
  primary key (account_id, passkey_id),
  constraint passkey_state_known check (state in ('active', 'stopped', 'removed')),
  constraint passkey_count_counts check (sign_count >= 0)
);

create table passkey_challenge (
  challenge text primary key,
  session_hash text not null,
  purpose text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint passkey_challenge_purpose_known check (purpose in ('add', 'prove'))
);
create index passkey_challenge_age on passkey_challenge (created_at);

create table identity_proof (
  account_id text not null references account (account_id),
  proof_no text not null,
  session_hash text not null,
  begun_at timestamptz not null,
  proved_at timestamptz,
  primary key (account_id, proof_no)
);
create index identity_proof_session on identity_proof (account_id, session_hash);
