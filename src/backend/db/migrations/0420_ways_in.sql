-- A succession pauses or moves a contract only when staff have seen a paper and the holder has had 72 hours to stop it
-- (docs/decisions/078).
alter table succession add column stop_hash text;
-- The same secret, to be sent with every message to the holder.
alter table succession add column stop_sealed text;
-- When staff last took the papers out to read them.
alter table succession add column shown_at timestamptz;
-- With the request for papers: the death is shown, so the contract is to be paused.
alter table succession add column decision_pauses boolean not null default false;
alter table succession add column pause_from timestamptz;
alter table succession add column paused_at timestamptz;
alter table succession add column moves_from timestamptz;
-- Who is found as the same person when one letter is written otherwise: by the name and the birthday, and by how the kana
-- sounds and the birthday. Filled in by the worker for what is there.
alter table contract_holder add column name_index text;
alter table contract_holder add column sound_index text;
alter table application add column name_index text;
alter table application add column sound_index text;
-- step: alone
create unique index concurrently succession_stop on succession (stop_hash) where stop_hash is not null;
-- step: alone
create unique index concurrently succession_open_of_contract on succession (contract_id)
  where state in ('submitted', 'documents_requested', 'announced');
-- step: alone
create unique index concurrently succession_open_of_account on succession (account_id)
  where state in ('draft', 'submitted', 'documents_requested', 'announced');
-- step: alone
create index concurrently contract_holder_name on contract_holder (name_index) where name_index is not null;
-- step: alone
create index concurrently contract_holder_sound on contract_holder (sound_index) where sound_index is not null;
-- step: alone
create index concurrently application_name on application (name_index) where name_index is not null;
-- step: alone
create index concurrently application_sound on application (sound_index) where sound_index is not null;
