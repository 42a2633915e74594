-- Written from a migrated database by node tools/write-schema.ts; do not edit.

create table login_attempt (
  attempt_hash text,
  state text not null,
  nonce text not null,
  verifier_sealed text not null,
  back_path text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  -- What was asked of the provider for this attempt.
  proof text,
  primary key (attempt_hash),
  check (proof in ('freshLogin', 'secondFactor'))
);
create index login_attempt_age on login_attempt (created_at);
