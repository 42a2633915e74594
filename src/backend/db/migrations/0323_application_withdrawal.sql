-- A withdrawal of what the carrier is preparing is asked for first; it is over when every line has been stopped.
alter table application add column withdraw_asked_at timestamptz;
