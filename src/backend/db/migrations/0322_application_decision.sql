-- What staff decided about an application they had to look at; carried out by the worker. The reason is read by the
-- applicant (application.reason) and holds nothing personal.
alter table application add column decision text check (decision in ('accept', 'reject'));
alter table application add column decision_at timestamptz;
create index application_decision_open on application (decision_at) where decision is not null and decided_at is null;
