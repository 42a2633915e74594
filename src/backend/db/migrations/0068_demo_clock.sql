alter table clock_setting
  -- Set by the demo when it makes its members: only such a database's time may be moved.
  add column is_demo boolean not null default false,
  -- When a worker last said that it lives, by the machine's clock.
  add column worker_seen_at timestamptz;
-- Demos that were made before.
update clock_setting set is_demo = exists (select from account where subject like 'demo-%');
