-- Who the contract holder was when an identity document was last compared: name, kana, birth and address, sealed. It
-- stands apart from the profile, which the member keeps. Checks that matched before this table have no row; until the
-- next one the profile tells what they compared.
create table verified_identity (
  account_id text primary key references account,
  identity_sealed text not null,
  method text not null,
  verified_on date not null,
  verified_at timestamptz not null
);

-- What a check compares with the document, sealed: what matched is what is kept, whatever the profile says by then.
alter table identity_check add column expected_sealed text;
