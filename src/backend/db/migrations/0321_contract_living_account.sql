-- formerly 537d9ff033767ab417316ca2fd4d9805fb622896d255b1d28988ffe23d8176b1
-- step: alone
-- One living contract an account. Who has left may come back: ended contracts of the account do not count.
create unique index concurrently contract_living_account on contract (account_id)
  where status not in ('terminated', 'initial_cancelled', 'ported_out', 'rejected', 'expired', 'withdrawn');

-- step: alone
create index concurrently contract_account on contract (account_id, applied_at desc);

-- step
alter table contract drop constraint contract_account_id_key;

-- A card may be registered before there is a contract.
alter table card_update drop constraint card_update_pkey;
alter table card_update alter column contract_id drop not null;
alter table card_update add column application_id text references application on delete cascade;
alter table card_update add check (num_nonnulls(contract_id, application_id) = 1);
alter table card_update drop constraint card_update_state_hash_key;
alter table card_update add primary key (state_hash);
create index card_update_contract on card_update (contract_id) where contract_id is not null;
