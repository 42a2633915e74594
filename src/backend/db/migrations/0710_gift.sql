-- step
-- Data that has left a contract's pool for another (docs/decisions/114): a fact of the giver's ledger.
create table data_transfer (
  contract_id text not null references contract,
  transfer_id text not null,
  bucket_id text not null,
  bytes bigint not null check (bytes > 0),
  -- Until when it can be used where it goes.
  ends_at timestamptz not null,
  moved_at timestamptz not null,
  primary key (contract_id, transfer_id, bucket_id),
  check (moved_at < ends_at)
);
create index data_transfer_moved on data_transfer (contract_id, moved_at);

-- A gift of data; the giver's row.
create table gift (
  contract_id text not null references contract,
  gift_id text not null,
  state text not null check (state in ('open', 'taken', 'undone', 'expired', 'ended')),
  bytes bigint not null check (bytes > 0),
  -- Who held the contract when it was given: with another holder it comes back.
  holder_account_id text not null,
  -- Of a user of a line who gave it: the line.
  line_id text,
  -- What the other side sees of the giver.
  nickname_sealed text not null,
  -- Of a gift by code, while it can be taken: by the index it is found, and the giver may look at it.
  code_index text,
  code_sealed text,
  -- Of a gift to a member of the family: that contract alone may take it.
  to_contract_id text,
  taken_contract_id text,
  given_at timestamptz not null,
  -- The first moment at which it cannot be taken any more.
  expires_at timestamptz not null,
  taken_at timestamptz,
  ended_at timestamptz,
  changed_at timestamptz not null,
  primary key (contract_id, gift_id),
  unique (gift_id),
  check ((state = 'taken') = (taken_at is not null)),
  check ((state = 'taken') = (taken_contract_id is not null)),
  check ((state in ('undone', 'expired', 'ended')) = (ended_at is not null)),
  check ((state = 'open' and to_contract_id is null) = (code_index is not null)),
  check ((code_index is null) = (code_sealed is null)),
  check (taken_contract_id <> contract_id)
);
create unique index gift_code on gift (code_index) where state = 'open';
create index gift_to on gift (to_contract_id) where to_contract_id is not null;
create index gift_taken on gift (taken_contract_id, taken_at) where taken_contract_id is not null;
create index gift_open on gift (expires_at) where state = 'open';
create index gift_given on gift (contract_id, given_at);
