-- How often somebody has asked for something, by limit and asker, for all web processes together. The asker is a hash.
-- The columns are rate-limiter-flexible's, in its order. Unlogged: what a crash forgets is counted anew.
create unlogged table request_count (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970, by the machine's clock.
  expire bigint
);
create index request_count_expire on request_count (expire);

-- What is deleted by age is found by age.
create index login_attempt_age on login_attempt (created_at);
create index session_age on session (expires_at);
