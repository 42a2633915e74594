-- formerly 7deb8368066bb77e13a7e1a49ad06630678d6a4b09e44dd4aec8ce23af3f16a3
-- A corrected invoice is a new one with a new number that names the one it replaces; the old one stays as it was.
-- step
alter table invoice add column replaces text;

-- step: alone
create unique index concurrently invoice_first on invoice (contract_id, kind, month) where replaces is null;

-- step: alone
create unique index concurrently invoice_replaced on invoice (contract_id, replaces) where replaces is not null;

-- step
alter table invoice drop constraint invoice_contract_id_kind_month_key;
alter table invoice add constraint invoice_contract_id_replaces_fkey
  foreign key (contract_id, replaces) references invoice (contract_id, invoice_id) not valid;

-- step
alter table invoice validate constraint invoice_contract_id_replaces_fkey;
