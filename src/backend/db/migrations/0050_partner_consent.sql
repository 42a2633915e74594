-- The account's word on giving data to the points partner. Rows are only added: the latest is the one in force, and the
-- earlier ones prove what was agreed to, in which version, and when.
create table partner_consent (
  account_id text not null references account,
  sequence int not null check (sequence > 0),
  agreed boolean not null,
  text_version text not null,
  at timestamptz not null,
  primary key (account_id, sequence)
);
