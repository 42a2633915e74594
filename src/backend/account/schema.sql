-- Written from a migrated database by node tools/write-schema.ts; do not edit.

create table account (
  account_id text,
  subject text not null,
  login_name_sealed text not null,
  -- Sealed JSON of the profile fields the specification shows (section 3).
  profile_sealed text not null,
  email_index text not null,
  staff boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id),
  unique (subject)
);
create index account_email_index on account (email_index);

-- Changes of the profile that a member has asked for; one is open at a time.
create table profile_edit (
  account_id text,
  edit_no text,
  state text not null,
  -- Sealed JSON: the fields that change, before and after.
  changes_sealed text not null,
  needs_proof boolean not null,
  submitted_at timestamptz not null,
  changed_at timestamptz not null,
  decided_at timestamptz,
  -- It comes into force no sooner: it followed a login from a new device.
  held_until timestamptz,
  primary key (account_id, edit_no),
  unique (edit_no),
  foreign key (account_id) references account(account_id)
);
create unique index profile_edit_open on profile_edit (account_id)
  where state in ('submitted', 'documents_required', 'reviewing');
create index profile_edit_waiting on profile_edit (changed_at) where state in ('submitted', 'documents_required');

-- A change of the profile that was sent when the second factor had grown old: shown again after it, in the same
-- browser only.
create table profile_draft (
  account_id text,
  device_hash text not null,
  changes_sealed text not null,
  kept_until timestamptz not null,
  primary key (account_id),
  foreign key (account_id) references account(account_id)
);

-- Codes sent to the old and the new contact. Stored is a keyed hash: six digits under a plain one would be
-- guessed.
create table contact_code (
  account_id text,
  edit_no text,
  place text,
  contact_sealed text not null,
  code_hash text not null,
  sent_count integer not null,
  tries integer not null,
  expires_at timestamptz not null,
  resend_from timestamptz not null,
  confirmed_at timestamptz,
  primary key (account_id, edit_no, place),
  check (place in ('oldEmail', 'newEmail', 'oldPhone', 'newPhone')),
  foreign key (account_id, edit_no) references profile_edit(account_id, edit_no)
);
