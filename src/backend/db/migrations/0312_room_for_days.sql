-- A day is written anew with every hour of it: with room on the page this needs no new entry in the index
-- (docs/decisions/066).
alter table usage_day set (fillfactor = 80);
