-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- Only the public half of a key is ever ours. Removed ones stay, so that the member can see what there was.
create table passkey (
  account_id text,
  passkey_id text,
  -- How the device knows the key; base64url.
  credential_id text not null,
  -- COSE, base64url.
  public_key text not null,
  -- As the device last showed it; 0 where it counts nothing.
  sign_count bigint not null,
  transports text[] not null,
  name_sealed text not null,
  is_synced boolean not null,
  state text not null,
  added_at timestamptz not null,
  -- From then on it makes a new device known.
  settles_at timestamptz not null,
  last_used_at timestamptz,
  -- Of the browser it was last used in, or added in.
  device_hash text,
  user_agent text not null,
  changed_at timestamptz not null,
  primary key (account_id, passkey_id),
  unique (credential_id),
  constraint passkey_count_counts check (sign_count >= 0),
  constraint passkey_state_known check (state in ('active', 'stopped', 'removed')),
  foreign key (account_id) references account(account_id)
);

-- Proofs of the person by the IC chip of a document, for the session that began them.
create table identity_proof (
  account_id text,
  proof_no text,
  session_hash text not null,
  begun_at timestamptz not null,
  proved_at timestamptz,
  primary key (account_id, proof_no),
  foreign key (account_id) references account(account_id)
);
create index identity_proof_session on identity_proof (account_id, session_hash);

-- What a browser was given to sign.
create table passkey_challenge (
  challenge text,
  session_hash text not null,
  purpose text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (challenge),
  constraint passkey_challenge_purpose_known check (purpose in ('add', 'prove'))
);
create index passkey_challenge_age on passkey_challenge (created_at);
