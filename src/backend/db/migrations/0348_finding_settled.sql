-- Findings that nothing puts right by itself, ticked off by the desk as they were seen: what has changed since is listed
-- again (npm run findings).
create table finding_settled (
  finding text not null,
  ref text not null,
  detail text not null,
  case_no text not null,
  settled_at timestamptz not null,
  primary key (finding, ref)
);
