-- Changes of the profile that a member has asked for. What was and what shall be is sealed; one is open at a time.
create table profile_edit (
  account_id text not null references account,
  edit_no text not null unique,
  state text not null,
  changes_sealed text not null,
  needs_proof boolean not null,
  submitted_at timestamptz not null,
  changed_at timestamptz not null,
  decided_at timestamptz,
  primary key (account_id, edit_no)
);
create unique index profile_edit_open on profile_edit (account_id)
  where state in ('submitted', 'documents_required', 'reviewing');
create index profile_edit_waiting on profile_edit (changed_at)
  where state in ('submitted', 'documents_required');

-- Codes sent to the old and the new contact. Kept is a keyed hash: six digits under a plain one would be guessed.
create table contact_code (
  account_id text not null,
  edit_no text not null,
  place text not null check (place in ('oldEmail', 'newEmail', 'oldPhone', 'newPhone')),
  contact_sealed text not null,
  code_hash text not null,
  sent_count integer not null,
  tries integer not null,
  expires_at timestamptz not null,
  resend_from timestamptz not null,
  confirmed_at timestamptz,
  primary key (account_id, edit_no, place),
  foreign key (account_id, edit_no) references profile_edit
);

-- What goes to one contact and is no notice of my page: codes, and word of a change to the contacts of before. The words
-- are emptied once they are sent.
create table contact_message (
  account_id text not null references account,
  message_id text not null unique,
  channel text not null check (channel in ('mail', 'sms')),
  contact_sealed text not null,
  subject text not null,
  body_sealed text not null,
  state text not null check (state in ('queued', 'sent', 'failed', 'outdated')),
  queued_at timestamptz not null,
  -- A code is of no use afterwards and is not sent any more.
  useful_until timestamptz,
  sent_at timestamptz,
  primary key (account_id, message_id)
);
