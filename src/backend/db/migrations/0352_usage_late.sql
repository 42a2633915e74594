-- Records of a month that is rolled up already (docs/decisions/070): they change nothing any more, and a person looks at
-- them. Nothing that arrives is dropped.
create table usage_late (
  line_ref text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  record_id text not null,
  revision integer not null,
  high_bytes bigint not null,
  low_bytes bigint not null,
  received_at timestamptz not null,
  primary key (line_ref, from_at, revision)
);
