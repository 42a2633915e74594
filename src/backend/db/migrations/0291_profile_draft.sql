-- A change of the profile that was sent when the second factor had grown old: shown again after it, in the same browser
-- only, so that nobody finds in the form what somebody else has typed.
create table profile_draft (
  account_id text primary key references account,
  device_hash text not null,
  changes_sealed text not null,
  kept_until timestamptz not null
);
