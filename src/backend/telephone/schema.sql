-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- Whether who called was the member.
create table caller_proof (
  account_id text,
  proof_id text,
  purpose text not null,
  way text not null,
  state text not null,
  code_hash text,
  tries integer not null default 0,
  begun_at timestamptz not null,
  expires_at timestamptz not null,
  grant_id text,
  ended_at timestamptz,
  primary key (account_id, proof_id),
  check (state in ('begun', 'proved', 'failed', 'expired')),
  foreign key (account_id) references account(account_id)
);
create index caller_proof_begun on caller_proof (expires_at) where state = 'begun';
create index caller_proof_grant on caller_proof (grant_id) where grant_id is not null;
