-- By which role of the family the switch was pressed; none of the holder's presses (docs/decisions/118).
alter table high_speed_change add column family_role_id text;
