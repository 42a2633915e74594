-- Qualified invoices (適格請求書) and return invoices (適格返還請求書). What was issued never changes; a copy has a row of
-- its own. Numbers run without gaps: the next one is taken under a lock by the transaction that writes the invoice, so
-- that a rolled-back issue gives it back.
create table invoice_series (
  kind text primary key check (kind in ('invoice', 'return')),
  last_number bigint not null check (last_number >= 0)
);
insert into invoice_series values ('invoice', 0), ('return', 0);

create table invoice (
  contract_id text not null references contract,
  invoice_id text not null,
  kind text not null check (kind in ('invoice', 'return')),
  invoice_number bigint not null check (invoice_number > 0),
  -- One invoice a bill; a return invoice is of the bill on which a rate's total is below zero.
  month text not null,
  total_yen bigint not null,
  -- The invoice as data, and as it is printed.
  content_sealed text not null,
  issued_at timestamptz not null,
  issued_by text not null check (issued_by in ('member', 'staff', 'system')),
  primary key (contract_id, invoice_id),
  unique (kind, invoice_number),
  unique (contract_id, kind, month),
  foreign key (contract_id, month) references bill
);
create trigger invoice_append_only before update or delete on invoice
  for each row execute function refuse_change();

-- The first print (0) and every 再発行 after it.
create table invoice_print (
  contract_id text not null,
  invoice_id text not null,
  copy_number integer not null check (copy_number >= 0),
  asked_at timestamptz not null,
  pdf_sealed text,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes integer,
  primary key (contract_id, invoice_id, copy_number),
  foreign key (contract_id, invoice_id) references invoice,
  check ((pdf_sealed is null) = (sha256 is null) and (pdf_sealed is null) = (size_bytes is null))
);

-- The PDF is put in once, by the job or by the first who opens it.
create function refuse_print_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.sha256 is null
    and row(new.contract_id, new.invoice_id, new.copy_number, new.asked_at)
      is not distinct from row(old.contract_id, old.invoice_id, old.copy_number, old.asked_at) then
    return new;
  end if;
  raise exception 'a printed invoice is immutable' using errcode = 'insufficient_privilege';
end $$;
create trigger invoice_print_immutable before update or delete on invoice_print
  for each row execute function refuse_print_change();

-- Bills that may need a return invoice; few, and asked for every hour.
create index bill_rate_below_zero on bill_rate (contract_id, month) where total_yen < 0;
