-- Consent of a guardian to the data of a user under 18: who, as what, how and when; at 18 the user's own is asked for. When
-- somebody comes of age stands in no column: the worker opens the birthdays.
create table guardian_consent (
  contract_id text not null references contract,
  line_id text not null,
  state text not null,
  -- The user's birthday; null once it is erased.
  birth_sealed text,
  -- The guardian, as the holder was called then.
  guardian_sealed text not null,
  relation text not null,
  way text not null,
  given_at timestamptz not null,
  asked_at timestamptz,
  changed_at timestamptz not null,
  primary key (contract_id, line_id),
  check ((birth_sealed is null) = (state = 'erased'))
);
create index guardian_consent_open on guardian_consent (contract_id, line_id) where state in ('given', 'asked');
