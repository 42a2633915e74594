-- formerly ea999b1c5ce96771ed4c833fcdb7cebf9dce5f2caeb19afe2a695dcfbd20c8a2
-- step
-- Successions to a contract after a death (docs/decisions/068). What was typed and every paper lie sealed.
create table succession (
  account_id text not null references account,
  succession_id text not null unique,
  -- Of the person who has died; found by number, kana and birthday.
  contract_id text not null,
  state text not null,
  wish text not null check (wish in ('take_over', 'end')),
  answers_sealed text not null,
  -- What the identity check of the heir is named by; another one when the heir is changed after it.
  identity_ref text not null unique,
  card_sealed text,
  card_brand text,
  card_last4 text,
  card_expires text,
  order_no text unique,
  -- The heir's birthday with the order's number: for the status page.
  birth_index text,
  terms_version text,
  -- What our staff wrote to the heir: which papers are asked for, or why not.
  asked text,
  reason text,
  -- What staff decided; carried out by the worker.
  decision text check (decision in ('accept', 'ask', 'reject')),
  decision_reason text,
  decision_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  submitted_at timestamptz,
  asked_at timestamptz,
  closed_at timestamptz,
  primary key (account_id, succession_id)
);
create unique index succession_one_open on succession (account_id)
  where state in ('draft', 'submitted', 'documents_requested');
create unique index succession_of_contract on succession (contract_id)
  where state in ('submitted', 'documents_requested');
create index succession_contract on succession (contract_id);
create index succession_draft on succession (changed_at) where state = 'draft';
create index succession_decided on succession (decision_at) where decision is not null;

create table succession_document (
  account_id text not null,
  document_id text not null unique,
  succession_id text not null,
  kind text not null check (kind in ('pdf', 'jpeg')),
  file_sealed bytea not null,
  size_bytes integer not null,
  -- Of what was sent: the same file sent twice is kept once.
  given_index text not null,
  taken_in_at timestamptz not null,
  primary key (account_id, document_id),
  unique (succession_id, given_index),
  foreign key (account_id, succession_id) references succession (account_id, succession_id) on delete cascade
);
create index succession_document_of on succession_document (account_id, succession_id);

alter table contract add column succession_since timestamptz;
alter table contract add column collection_paused_until timestamptz;
alter table contract add column succeeded_at timestamptz;

-- An heir's card is registered before the contract is the heir's.
alter table card_update drop constraint card_update_check;
alter table card_update add column succession_id text references succession (succession_id) on delete cascade;
alter table card_update add constraint card_update_check
  check (num_nonnulls(contract_id, application_id, succession_id) = 1) not valid;

-- step
alter table card_update validate constraint card_update_check;

-- step: alone
-- By what a contract is found: the number of one of its lines.
create index concurrently line_number_index on line (number_index);
