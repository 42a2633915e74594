-- A corrected invoice is a new one with a new number that names the one it replaces; the old one stays as it was.
alter table invoice add column replaces text;
alter table invoice drop constraint invoice_contract_id_kind_month_key;
alter table invoice add foreign key (contract_id, replaces) references invoice (contract_id, invoice_id);
create unique index invoice_first on invoice (contract_id, kind, month) where replaces is null;
create unique index invoice_replaced on invoice (contract_id, replaces) where replaces is not null;
