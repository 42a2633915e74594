-- A contract document is deleted only by the sweep that drops what was kept long enough; it names the contract in its
-- transaction (set_config 'portal.kept_long_enough'). Whoever else tries is refused.
create function refuse_document_deletion() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.contract_id = current_setting('portal.kept_long_enough', true) then
    return old;
  end if;
  raise exception 'a contract document is kept' using errcode = 'insufficient_privilege';
end $$;
create trigger contract_document_kept before delete on contract_document
  for each row execute function refuse_document_deletion();
create trigger contract_document_not_emptied before truncate on contract_document
  for each statement execute function refuse_document_deletion();
