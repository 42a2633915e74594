-- Written from a migrated database by node tools/write-schema.ts; do not edit.

create function keep_invoice_number()
returns trigger language plpgsql as $$
begin
  insert into invoice_number_let_go values (old.kind, old.invoice_number);
  return old;
end $$;

create table invoice (
  contract_id text,
  invoice_id text,
  kind text not null,
  invoice_number bigint not null,
  month text not null,
  total_yen bigint not null,
  -- The invoice as data, as it is printed.
  content_sealed text not null,
  issued_at timestamptz not null,
  issued_by text not null,
  -- The invoice that this one corrects.
  replaces text,
  primary key (contract_id, invoice_id),
  unique (kind, invoice_number),
  check (kind in ('invoice', 'return')),
  check (invoice_number > 0),
  check (issued_by in ('member', 'staff', 'system')),
  foreign key (contract_id) references contract(contract_id),
  foreign key (contract_id, month) references bill(contract_id, month),
  foreign key (contract_id, replaces) references invoice(contract_id, invoice_id)
);
create unique index invoice_first on invoice (contract_id, kind, month) where replaces is null;
create index invoice_issued on invoice using brin (issued_at);
create unique index invoice_replaced on invoice (contract_id, replaces) where replaces is not null;
create trigger invoice_append_only before delete or update on invoice for each row execute function refuse_change();
create trigger invoice_not_emptied before truncate on invoice for each statement execute function refuse_emptying();
create trigger invoice_number_kept after delete on invoice for each row execute function keep_invoice_number();

create function refuse_print_change()
returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and may_let_go(old.contract_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.sha256 is null
    and row(new.contract_id, new.invoice_id, new.copy_number, new.asked_at)
      is not distinct from row(old.contract_id, old.invoice_id, old.copy_number, old.asked_at) then
    return new;
  end if;
  if tg_op = 'UPDATE' and is_sealed_anew(to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  raise exception 'a printed invoice is immutable' using errcode = 'insufficient_privilege';
end $$;

-- The first print (0) and every 再発行 after it.
create table invoice_print (
  contract_id text,
  invoice_id text,
  -- 0 is the first print; every later one is a 再発行.
  copy_number integer,
  asked_at timestamptz not null,
  pdf_sealed text,
  sha256 text,
  size_bytes integer,
  primary key (contract_id, invoice_id, copy_number),
  check (copy_number >= 0),
  check ((pdf_sealed is null) = (sha256 is null) and (pdf_sealed is null) = (size_bytes is null)),
  check (sha256 ~ '^[0-9a-f]{64}$'),
  foreign key (contract_id, invoice_id) references invoice(contract_id, invoice_id)
);
create trigger invoice_print_immutable before delete or update on invoice_print for each row
  execute function refuse_print_change();
create trigger invoice_print_not_emptied before truncate on invoice_print for each statement
  execute function refuse_emptying();

-- Numbers run without gaps: the next one is taken under a lock by the transaction that writes the invoice, so
-- that a rolled-back issue gives it back.
create table invoice_series (
  kind text,
  last_number bigint not null,
  primary key (kind),
  check (kind in ('invoice', 'return')),
  check (last_number >= 0)
);
create trigger invoice_series_counts_up before update on invoice_series for each row when (new.kind <> old.kind
  or new.last_number <> (old.last_number + 1)) execute function refuse_change();
create trigger invoice_series_kept before delete on invoice_series for each row execute function refuse_change();
create trigger invoice_series_not_emptied before truncate on invoice_series for each statement
  execute function refuse_emptying();

insert into invoice_series (kind, last_number) values
  ('invoice', 0),
  ('return', 0);

-- Numbers of deleted invoices: the numbers of a kind have no gaps.
create table invoice_number_let_go (
  kind text,
  invoice_number bigint,
  primary key (kind, invoice_number)
);
create trigger invoice_number_let_go_append_only before delete or update on invoice_number_let_go for each row
  execute function refuse_change();
create trigger invoice_number_let_go_not_emptied before truncate on invoice_number_let_go for each statement
  execute function refuse_emptying();
