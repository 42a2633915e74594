-- A notice names lines and numbers, so its words are sealed from now on; those of before stay readable as they are.
alter table notice add column body_sealed text;
alter table notice alter column body drop not null;
alter table notice add constraint notice_has_words check (body is not null or body_sealed is not null);
