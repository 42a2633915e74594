-- Browsers an account has logged in from. What lies in the browser is random; kept of it is a hash that is the account's own.
create table device (
  account_id text not null references account,
  device_hash text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- From here on what is ordered from it waits for nothing.
  known_from timestamptz not null,
  primary key (account_id, device_hash)
);
alter table session add column device_hash text;
-- The first login from a device, while the account knew others.
alter table session add column is_new_device boolean not null default false;
