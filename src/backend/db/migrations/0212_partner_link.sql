-- The account's link to the points partner. The partner's member id is sealed; by its index one id is linked once.
create table partner_link (
  account_id text primary key references account,
  status text not null,
  partner_id_sealed text,
  partner_id_index text,
  -- Where the member goes on after the visit that is begun.
  back_path text,
  linked_at timestamptz,
  changed_at timestamptz not null
);
create unique index partner_link_partner on partner_link (partner_id_index) where partner_id_index is not null;

-- A visit to the partner's login that was begun: counts once, for the session that began it, for ten minutes.
create table partner_link_attempt (
  account_id text not null references account,
  state_hash text not null unique,
  session_hash text not null,
  checks_sealed text not null,
  back_path text not null,
  begun_at timestamptz not null,
  -- The partner's code, sealed, from its return until it is exchanged.
  code_sealed text,
  used_at timestamptz,
  primary key (account_id, state_hash)
);
