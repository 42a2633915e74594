-- Staff may ask for other documents instead of deciding; a check can then be decided more than once, one decision at a time.
alter table identity_check add column asked text;
-- Readings are counted anew for other documents; the reader is asked under another number.
alter table identity_check add column round integer not null default 1;

alter table identity_decision drop constraint identity_decision_pkey;
alter table identity_decision add primary key (account_id, check_id, decided_at);
alter table identity_decision drop constraint identity_decision_decision_check;
alter table identity_decision add check (decision in ('approved', 'refused', 'documents_asked'));
alter table identity_decision drop constraint identity_decision_check;
alter table identity_decision add check ((decision = 'approved') = (reason is null));
create unique index identity_decision_one_open on identity_decision (account_id, check_id) where carried_out_at is null;
