-- What a row of contract and line was before each change, so that any past moment can be read back: which line headed
-- the contract on the 1st, which kind it had, when it was suspended. Written by contract/change.ts only.
-- The nickname is left out: it is the member's own word and no fact of the contract.

create table contract_version (
  contract_id text not null references contract,
  version integer not null,
  former jsonb not null,
  replaced_at timestamptz not null,
  replaced_by text not null check (replaced_by in ('member', 'staff', 'system', 'carrier')),
  primary key (contract_id, version)
);

create table line_version (
  contract_id text not null references contract,
  line_id text not null,
  version integer not null,
  former jsonb not null,
  replaced_at timestamptz not null,
  replaced_by text not null check (replaced_by in ('member', 'staff', 'system', 'carrier')),
  primary key (contract_id, line_id, version)
);

create trigger contract_version_append_only before update or delete on contract_version
  for each row execute function refuse_change();
create trigger line_version_append_only before update or delete on line_version
  for each row execute function refuse_change();
