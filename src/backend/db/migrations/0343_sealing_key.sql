-- Sealing keys can be changed (decision 069): which have sealed something here, and how far sealing anew has come.
create table sealing_key (
  key_id text primary key,
  fingerprint text not null,
  first_used_at timestamptz not null default now(),
  values_left bigint,
  counted_at timestamptz
);

create table resealing (
  table_name text primary key,
  to_key text not null,
  after text,
  rows_read bigint not null default 0,
  resealed bigint not null default 0,
  unopened bigint not null default 0,
  finished_at timestamptz
);

-- A row without the contents of what is sealed: whether there is something, and nothing more.
create function without_sealed(of_row jsonb) returns jsonb language plpgsql immutable as $$
begin
  return coalesce((
    select jsonb_object_agg(key, case
      when key like '%\_sealed' then to_jsonb(jsonb_typeof(value) = 'null')
      when jsonb_typeof(value) = 'object' then without_sealed(value)
      else value end)
    from jsonb_each(of_row)), '{}');
end $$;

-- Rows that nobody may change are sealed anew by a transaction that says so; all else in them stays as it was.
create function is_sealed_anew(before jsonb, after jsonb) returns boolean language sql stable as $$
  select coalesce(current_setting('portal.sealing_anew', true), '') = 'on'
    and without_sealed(before) = without_sealed(after)
$$;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and may_let_go(coalesce(to_jsonb(old) ->> 'contract_id', to_jsonb(old) ->> 'chain')) then
    return old;
  end if;
  if tg_op = 'UPDATE' and is_sealed_anew(to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
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
  if tg_op = 'UPDATE' and is_sealed_anew(to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  raise exception 'a printed invoice is immutable' using errcode = 'insufficient_privilege';
end $$;

create or replace function refuse_document_change() returns trigger language plpgsql as $$
begin
  if old.state = 'issued' and row(
    new.contract_id, new.doc_id, new.kind, new.version, new.title, new.order_no, new.requested_at,
    new.content_sealed, new.state, new.issued_at, new.pdf_sealed, new.size_bytes, new.sha256
  ) is distinct from row(
    old.contract_id, old.doc_id, old.kind, old.version, old.title, old.order_no, old.requested_at,
    old.content_sealed, old.state, old.issued_at, old.pdf_sealed, old.size_bytes, old.sha256
  ) and not is_sealed_anew(to_jsonb(old), to_jsonb(new)) then
    raise exception 'an issued contract document is immutable' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
