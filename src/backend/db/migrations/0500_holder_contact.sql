-- Where no document is compared, kanji and kana can be changed together: who shares the birthday and the telephone number, or
-- the birthday and the address, with a holder is looked at by staff (docs/decisions/083). Filled in by the worker for what is
-- there; empty where the holder has told none.
alter table contract_holder add column phone_index text;
alter table contract_holder add column address_index text;
alter table application add column phone_index text;
alter table application add column address_index text;
-- step: alone
create index concurrently contract_holder_phone on contract_holder (phone_index) where phone_index is not null;
-- step: alone
create index concurrently contract_holder_address on contract_holder (address_index) where address_index is not null;
-- step: alone
create index concurrently application_phone on application (phone_index) where phone_index is not null;
-- step: alone
create index concurrently application_address on application (address_index) where address_index is not null;
