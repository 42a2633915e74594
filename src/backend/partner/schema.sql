-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- The account's word on giving data to the points partner. Rows are only added: the latest is in force, the
-- earlier ones prove what was agreed to, in which version, and when.
create table partner_consent (
  account_id text,
  sequence integer,
  agreed boolean not null,
  text_version text not null,
  at timestamptz not null,
  primary key (account_id, sequence),
  check (sequence > 0),
  foreign key (account_id) references account(account_id)
);
create trigger partner_consent_append_only before delete or update on partner_consent for each row
  execute function refuse_account_change();
create trigger partner_consent_not_emptied before truncate on partner_consent for each statement
  execute function refuse_emptying();

-- The account's link to the points partner; by the blind index one member id there is linked once.
create table partner_link (
  account_id text,
  status text not null,
  partner_id_sealed text,
  partner_id_index text,
  -- Where the member goes on after the visit that was begun.
  back_path text,
  linked_at timestamptz,
  changed_at timestamptz not null,
  primary key (account_id),
  foreign key (account_id) references account(account_id)
);
create unique index partner_link_partner on partner_link (partner_id_index) where partner_id_index is not null;

-- A visit to the partner's login that was begun: counts once, for the session that began it, for ten minutes.
create table partner_link_attempt (
  account_id text,
  state_hash text,
  session_hash text not null,
  -- Sealed JSON: state, nonce, verifier.
  checks_sealed text not null,
  back_path text not null,
  begun_at timestamptz not null,
  -- The partner's code, from its return until it is exchanged.
  code_sealed text,
  used_at timestamptz,
  primary key (account_id, state_hash),
  unique (state_hash),
  foreign key (account_id) references account(account_id)
);

-- What an account has answered to a version of the survey; answering again replaces it.
create table survey_answer (
  account_id text,
  survey_id text,
  answers_sealed text not null,
  answered_at timestamptz not null,
  primary key (account_id, survey_id),
  foreign key (account_id) references account(account_id)
);
