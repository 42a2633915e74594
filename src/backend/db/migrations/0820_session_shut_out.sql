-- Ended by somebody, not by its own logout: who comes back by the provider's session types the password first (docs/decisions/126).
alter table session add column is_shut_out boolean not null default false;
