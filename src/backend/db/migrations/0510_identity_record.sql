-- The record of an identification (携帯電話不正利用防止法 第4条): how, by which document, who checked and who recorded. One for
-- each check that was passed. Of checks before it, the worker writes what is known; the rest is not recorded.
create table identity_record (
  account_id text not null,
  check_id text not null,
  method text not null,
  document_kind text,
  -- The number of the document, or of the certificate in its chip: never the My Number.
  reference_sealed text,
  compared_sealed text,
  checked_by text not null check (checked_by in ('chip', 'staff')),
  recorded_by text not null check (recorded_by in ('system', 'staff')),
  -- The names of those of the staff.
  staff_sealed text,
  verified_on date not null,
  recorded_at timestamptz not null,
  primary key (account_id, check_id),
  foreign key (account_id, check_id) references identity_check on delete cascade,
  check ((document_kind is null) = (reference_sealed is null)),
  check (document_kind is not null or method in ('ic_chip', 'not_recorded')),
  check (staff_sealed is null or checked_by = 'staff')
);

-- A row of an account that nobody may change can be sealed anew, as those of contracts can.
create or replace function refuse_account_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and may_let_go(old.account_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and is_sealed_anew(to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger identity_record_append_only before update or delete on identity_record
  for each row execute function refuse_account_change();
create trigger identity_record_not_emptied before truncate on identity_record
  for each statement execute function refuse_emptying();

-- What the reader said of the document in the session that ended last.
alter table identity_check add column evidence_sealed text;
-- What a decision of the staff rests on, and whose it is.
alter table identity_decision add column evidence_sealed text;
alter table identity_decision add column staff_sealed text;
