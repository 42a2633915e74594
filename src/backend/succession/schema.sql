-- Written from a migrated database by node tools/write-schema.ts; do not edit.

create table succession (
  account_id text,
  succession_id text,
  contract_id text not null,
  state text not null,
  wish text not null,
  -- Sealed JSON of what was typed (backend/succession/rows.ts).
  answers_sealed text not null,
  identity_ref text not null,
  card_sealed text,
  card_brand text,
  card_last4 text,
  card_expires text,
  order_no text,
  birth_index text,
  terms_version text,
  asked text,
  reason text,
  -- Of staff, until the worker has carried it out.
  decision text,
  decision_reason text,
  decision_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  submitted_at timestamptz,
  asked_at timestamptz,
  closed_at timestamptz,
  -- Of the link by which the holder stops it; sealed as well, because every message carries it.
  stop_hash text,
  stop_sealed text,
  -- When staff last took the papers out to read them.
  shown_at timestamptz,
  -- Beside a request for papers: the death is shown, and the contract is to be paused.
  decision_pauses boolean not null default false,
  pause_from timestamptz,
  paused_at timestamptz,
  moves_from timestamptz,
  primary key (account_id, succession_id),
  unique (succession_id),
  unique (identity_ref),
  unique (order_no),
  check (wish in ('take_over', 'end')),
  check (decision in ('accept', 'ask', 'reject')),
  foreign key (account_id) references account(account_id)
);
create index succession_contract on succession (contract_id);
create index succession_decided on succession (decision_at) where decision is not null;
create index succession_draft on succession (changed_at) where state = 'draft';
create unique index succession_of_contract on succession (contract_id)
  where state in ('submitted', 'documents_requested');
create unique index succession_one_open on succession (account_id)
  where state in ('draft', 'submitted', 'documents_requested');
create unique index succession_open_of_account on succession (account_id)
  where state in ('draft', 'submitted', 'documents_requested', 'announced');
create unique index succession_open_of_contract on succession (contract_id)
  where state in ('submitted', 'documents_requested', 'announced');
create unique index succession_stop on succession (stop_hash) where stop_hash is not null;

create table succession_document (
  account_id text,
  document_id text,
  succession_id text not null,
  kind text not null,
  file_sealed bytea not null,
  size_bytes integer not null,
  given_index text not null,
  taken_in_at timestamptz not null,
  primary key (account_id, document_id),
  unique (document_id),
  unique (succession_id, given_index),
  check (kind in ('pdf', 'jpeg')),
  foreign key (account_id, succession_id) references succession(account_id, succession_id) on delete cascade
);
create index succession_document_of on succession_document (account_id, succession_id);
