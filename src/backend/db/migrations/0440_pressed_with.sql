-- step
-- Several owed bills can be paid with one press: each but the first names the receipt of the first.
alter table payment add column pressed_with text;
