-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- Successions to a contract after a death (docs/decisions/068).
create table succession (
  account_id text,
  succession_id text,
  -- Of the person who has died; found by number, kana and birthday.
  contract_id text not null,
  state text not null,
  wish text not null,
  -- Sealed JSON of what was typed (backend/succession/rows.ts).
  answers_sealed text not null,
  -- What the heir's identity check is named by; another one when the heir is changed after it.
  identity_ref text not null,
  card_sealed text,
  card_brand text,
  card_last4 text,
  card_expires text,
  order_no text,
  -- The heir's birthday with the order's number: for the status page.
  birth_index text,
  terms_version text,
  -- What our staff wrote to the heir: which papers are asked for, or why not.
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
  -- The secret of the stop's link, to be sent with every message to the holder.
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
  -- Of what was sent: the same file sent twice is stored once.
  given_index text not null,
  taken_in_at timestamptz not null,
  primary key (account_id, document_id),
  unique (document_id),
  unique (succession_id, given_index),
  check (kind in ('pdf', 'jpeg')),
  foreign key (account_id, succession_id) references succession(account_id, succession_id) on delete cascade
);
create index succession_document_of on succession_document (account_id, succession_id);
