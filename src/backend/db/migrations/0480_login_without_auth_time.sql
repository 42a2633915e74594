-- A provider need not say when the password was typed (OpenID Connect Core 1.0, section 2). Such a login is never fresh.
alter table session alter column authenticated_at drop not null;
