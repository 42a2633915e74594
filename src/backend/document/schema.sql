-- Written from a migrated database by node tools/write-schema.ts; do not edit.

create function refuse_document_change()
returns trigger language plpgsql as $$
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

create function refuse_document_deletion()
returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and may_let_go(old.contract_id) then
    return old;
  end if;
  raise exception 'a contract document is kept' using errcode = 'insufficient_privilege';
end $$;

-- Contract documents (契約書面): requested in the transaction of the change, made by a job, immutable from then on.
create table contract_document (
  contract_id text,
  doc_id text,
  kind text not null,
  -- Counts up within the contract; never used again.
  version integer not null,
  title text not null,
  order_no text,
  requested_at timestamptz not null,
  -- What the document says: the job prints exactly this, whenever it runs.
  content_sealed text not null,
  state text not null,
  issued_at timestamptz,
  pdf_sealed text,
  size_bytes integer,
  sha256 text,
  viewed_at timestamptz,
  primary key (contract_id, doc_id),
  unique (contract_id, version),
  check (kind in ('new', 'change')),
  check (version > 0),
  check (state in ('requested', 'issued', 'unprintable')),
  check ((state = 'issued') = (pdf_sealed is not null and sha256 is not null and issued_at is not null)),
  check (sha256 ~ '^[0-9a-f]{64}$'),
  foreign key (contract_id) references contract(contract_id)
);
create unique index contract_document_source on contract_document (contract_id, kind, coalesce(order_no, ''));
create index contract_document_waiting on contract_document (requested_at) where state in ('requested', 'unprintable');
create trigger contract_document_immutable before update on contract_document for each row
  execute function refuse_document_change();
create trigger contract_document_kept before delete on contract_document for each row
  execute function refuse_document_deletion();
create trigger contract_document_not_emptied before truncate on contract_document for each statement
  execute function refuse_document_deletion();
