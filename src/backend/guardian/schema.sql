-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- A guardian's consent to the data of a user under 18. When the user comes of age stands in no column.
create table guardian_consent (
  contract_id text,
  line_id text,
  state text not null,
  -- Null once it is erased.
  birth_sealed text,
  -- As the holder was called then.
  guardian_sealed text not null,
  relation text not null,
  way text not null,
  given_at timestamptz not null,
  asked_at timestamptz,
  changed_at timestamptz not null,
  primary key (contract_id, line_id),
  check ((birth_sealed is null) = (state = 'erased')),
  foreign key (contract_id) references contract(contract_id)
);
create index guardian_consent_open on guardian_consent (contract_id, line_id) where state in ('given', 'asked');
