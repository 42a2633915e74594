-- When the login of a session was made, if it was made with a second factor at the provider.
alter table session add column second_factor_at timestamptz;
-- What was asked of the provider for this attempt.
alter table login_attempt add column proof text check (proof in ('freshLogin', 'secondFactor'));
