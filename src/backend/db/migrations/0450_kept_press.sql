-- What was sent without the proof it takes, for the browser it came from: sent again once the proof is there.
create table kept_press (
  account_id text primary key references account,
  device_hash text not null,
  press_sealed text not null,
  kept_until timestamptz not null
);
