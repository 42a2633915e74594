-- People of the staff, as the directory last told of them, and their logins at the console. Staff are not accounts.
create table staff (
  staff_id text primary key,
  subject text not null unique,
  name text not null,
  roles text[] not null,
  groups_read_at timestamptz not null,
  created_at timestamptz not null,
  last_login_at timestamptz not null,
  left_at timestamptz,
  constraint staff_roles_known check (roles <@ array[
    'desk', 'procedures', 'billing', 'fraud', 'planning', 'lead', 'privacy', 'operations'])
);

create table staff_session (
  session_hash text primary key,
  staff_id text not null references staff (staff_id),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  second_factor_at timestamptz not null,
  groups_asked_at timestamptz not null,
  refresh_token_sealed text,
  id_token_sealed text not null,
  user_agent text not null,
  address_masked text not null,
  ended_at timestamptz,
  ended_because text,
  constraint staff_session_end_has_a_reason check ((ended_at is null) = (ended_because is null)),
  constraint staff_session_reason_known check (ended_because in ('signedOut', 'newLogin', 'byStaff', 'noRole', 'directoryRefused'))
);
create index staff_session_open on staff_session (staff_id) where ended_at is null;

create table staff_login_attempt (
  attempt_hash text primary key,
  state text not null,
  nonce text not null,
  verifier_sealed text not null,
  back_path text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
