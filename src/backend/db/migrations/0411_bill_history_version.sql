-- How often contract and lines had been changed when the bill was made: a bill is compared with its facts while nothing was
-- written since. Bills of before have none, and are not compared.
alter table bill add column history_version bigint;
