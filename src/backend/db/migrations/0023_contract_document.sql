-- Contract documents (契約書面): asked for in the transaction of the change, made by a job, immutable from then on.
create table contract_document (
  contract_id text not null references contract,
  doc_id text not null,
  kind text not null check (kind in ('new', 'change')),
  -- Counts up within the contract; never reused.
  version integer not null check (version > 0),
  title text not null,
  order_no text,
  requested_at timestamptz not null,
  -- What the document says, sealed: the job prints exactly this, whenever it runs.
  content_sealed text not null,
  state text not null check (state in ('requested', 'issued', 'unprintable')),
  issued_at timestamptz,
  pdf_sealed text,
  size_bytes integer,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  viewed_at timestamptz,
  primary key (contract_id, doc_id),
  unique (contract_id, version),
  check ((state = 'issued') = (pdf_sealed is not null and sha256 is not null and issued_at is not null))
);
create unique index contract_document_source on contract_document (contract_id, kind, coalesce(order_no, ''));

-- An issued document is never changed; only when it was first looked at may be noted.
create function refuse_document_change() returns trigger language plpgsql as $$
begin
  if old.state = 'issued' and row(
    new.contract_id, new.doc_id, new.kind, new.version, new.title, new.order_no, new.requested_at,
    new.content_sealed, new.state, new.issued_at, new.pdf_sealed, new.size_bytes, new.sha256
  ) is distinct from row(
    old.contract_id, old.doc_id, old.kind, old.version, old.title, old.order_no, old.requested_at,
    old.content_sealed, old.state, old.issued_at, old.pdf_sealed, old.size_bytes, old.sha256
  ) then
    raise exception 'an issued contract document is immutable' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger contract_document_immutable before update on contract_document
  for each row execute function refuse_document_change();
