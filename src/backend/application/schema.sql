-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- Applications for a contract, from the first answer on; a row is deleted when it is given up.
create table application (
  application_id text,
  -- Of the secret in the applicant's cookie.
  handle_hash text not null,
  -- From the login on the way; a draft of an account is found from its other devices too.
  account_id text,
  state text not null,
  -- Sealed JSON of every answer (domain/application/answers.ts).
  answers_sealed text not null,
  -- Counts every saving, and which of them saved a step last: two tabs do not undo each other.
  version integer not null default 1,
  -- The version that last saved each step, by its key: `kind.2`.
  step_versions jsonb not null default '{}',
  is_personal boolean not null default false,
  -- What its identity check is named by; another one when the holder is changed after it.
  identity_ref text not null,
  card_sealed text,
  card_brand text,
  card_last4 text,
  card_expires text,
  order_no text,
  contract_id text,
  person_index text,
  namesake_index text,
  birth_index text,
  -- Why staff have to look at it.
  doubt text,
  reason text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  expires_at timestamptz not null,
  reminded_at timestamptz,
  submitted_at timestamptz,
  decided_at timestamptz,
  closed_at timestamptz,
  -- Of staff, until the worker has carried it out and after.
  decision text,
  decision_at timestamptz,
  -- A withdrawal of what the carrier is preparing is asked for first; it is over when every line has been stopped.
  withdraw_asked_at timestamptz,
  name_index text,
  sound_index text,
  phone_index text,
  address_index text,
  primary key (application_id),
  unique (handle_hash),
  unique (identity_ref),
  unique (order_no),
  check (decision in ('accept', 'reject')),
  foreign key (account_id) references account(account_id)
);
create index application_account on application (account_id, changed_at desc) where account_id is not null;
create index application_address on application (address_index) where address_index is not null;
create index application_decision_open on application (decision_at) where decision is not null and decided_at is null;
create index application_due on application (expires_at) where state = 'open';
create index application_name on application (name_index) where name_index is not null;
create index application_namesake on application (namesake_index) where namesake_index is not null;
create index application_phone on application (phone_index) where phone_index is not null;
create index application_review on application (submitted_at) where state = 'in_review';
create index application_sound on application (sound_index) where sound_index is not null;

-- A visit to the old carrier's page: who went, for which number, and where to go back to.
create table application_visit (
  state_hash text,
  application_id text not null,
  line integer not null,
  number_sealed text not null,
  back_path text not null,
  begun_at timestamptz not null,
  ended_at timestamptz,
  primary key (state_hash),
  foreign key (application_id) references application(application_id) on delete cascade
);
create index application_visit_of on application_visit (application_id);

-- Links to go on elsewhere, by mail to an address that was typed.
create table application_link (
  code_hash text,
  application_id text not null,
  -- Address and link until they are sent.
  link_sealed text,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (code_hash),
  foreign key (application_id) references application(application_id) on delete cascade
);
create index application_link_of on application_link (application_id);
