-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- Who works or has worked at the console, as the directory last told of them. Staff are not accounts.
create table staff (
  staff_id text,
  -- The directory's own name for the person.
  subject text not null,
  name text not null,
  roles text[] not null,
  -- When the directory last told of the groups.
  groups_read_at timestamptz not null,
  created_at timestamptz not null,
  last_login_at timestamptz not null,
  -- When the directory first told of no group that gives a role; a group given again takes it away.
  left_at timestamptz,
  primary key (staff_id),
  unique (subject),
  constraint staff_roles_known check (roles <@ array['desk', 'procedures', 'billing', 'fraud', 'planning', 'lead',
    'privacy', 'operations'])
);

create table staff_session (
  session_hash text,
  staff_id text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  second_factor_at timestamptz not null,
  -- When the directory was last asked by this session's token, whatever it answered.
  groups_asked_at timestamptz not null,
  refresh_token_sealed text,
  id_token_sealed text not null,
  user_agent text not null,
  -- With its last part hidden; empty where it is not known.
  address_masked text not null,
  ended_at timestamptz,
  ended_because text,
  primary key (session_hash),
  constraint staff_session_end_has_a_reason check ((ended_at is null) = (ended_because is null)),
  constraint staff_session_reason_known check (ended_because in ('signedOut', 'newLogin', 'byStaff', 'noRole',
    'directoryRefused')),
  foreign key (staff_id) references staff(staff_id)
);
create index staff_session_open on staff_session (staff_id) where ended_at is null;

create table staff_login_attempt (
  attempt_hash text,
  state text not null,
  nonce text not null,
  verifier_sealed text not null,
  back_path text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (attempt_hash)
);
