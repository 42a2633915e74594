-- By what a browser keeps, without the account: whoever else logs in there ends what it was told (docs/decisions/110).
-- step
alter table device add column browser_hash text;

-- step: alone
create index concurrently if not exists device_browser on device (browser_hash) where browser_hash is not null;
