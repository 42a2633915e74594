-- What is held about a member goes when its time is over (docs/decisions/055). Rows that nobody may change can be
-- deleted by a transaction that has named whose they are: the contract's or the account's id, or both with a blank.
create function may_let_go(id text) returns boolean language sql stable as $$
  select coalesce(id = any (string_to_array(current_setting('portal.kept_long_enough', true), ' ')), false)
$$;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and may_let_go(coalesce(to_jsonb(old) ->> 'contract_id', to_jsonb(old) ->> 'chain')) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create or replace function refuse_document_deletion() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and may_let_go(old.contract_id) then
    return old;
  end if;
  raise exception 'a contract document is kept' using errcode = 'insufficient_privilege';
end $$;

create or replace function refuse_print_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and may_let_go(old.contract_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.sha256 is null
    and row(new.contract_id, new.invoice_id, new.copy_number, new.asked_at)
      is not distinct from row(old.contract_id, old.invoice_id, old.copy_number, old.asked_at) then
    return new;
  end if;
  raise exception 'a printed invoice is immutable' using errcode = 'insufficient_privilege';
end $$;

-- What of a contract has gone; the rest is looked at every night.
create table let_go (
  contract_id text not null references contract,
  kept_for text not null,
  at timestamptz not null,
  primary key (contract_id, kept_for)
);

-- The series of invoice numbers has no gap: numbers of invoices that went with their contract are kept alone.
create table invoice_number_let_go (
  kind text not null,
  invoice_number bigint not null,
  primary key (kind, invoice_number)
);
create function keep_invoice_number() returns trigger language plpgsql as $$
begin
  insert into invoice_number_let_go values (old.kind, old.invoice_number);
  return old;
end $$;
create trigger invoice_number_kept after delete on invoice
  for each row execute function keep_invoice_number();

-- Usage before this was let go; the ledger's entries of it stay while the contract runs.
create table usage_let_go (
  singleton boolean primary key default true check (singleton),
  before timestamptz not null
);
