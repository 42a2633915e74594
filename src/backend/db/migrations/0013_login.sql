-- Where a login came from, with its last part hidden; empty where it is not known.
alter table session add column address_masked text not null default '';
