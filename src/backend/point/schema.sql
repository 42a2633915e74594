-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- One a bill: granted once it is paid, or taken back where it is below zero.
create table point_grant (
  contract_id text,
  -- The bill they are for.
  month text,
  -- The partner's idempotency id.
  order_id text not null,
  -- The member's id at the partner when it was asked.
  partner_id_sealed text not null,
  -- Below zero: taken back for a bill below zero.
  points integer not null,
  -- What the partner did: of what is taken back no more than there was.
  moved_points integer,
  -- An answer that never came is `unknown`: looked up, never asked for anew under another id.
  state text not null,
  reason text,
  asked_at timestamptz not null,
  answered_at timestamptz,
  primary key (contract_id, month),
  unique (order_id),
  check (points <> 0),
  check (moved_points >= 0 and moved_points <= abs(points)),
  check (state in ('sent', 'unknown', 'ok', 'refused')),
  foreign key (contract_id) references contract(contract_id),
  foreign key (contract_id, month) references bill(contract_id, month)
);
create index point_grant_open on point_grant (asked_at) where state in ('sent', 'unknown');
create trigger point_grant_final before update on point_grant for each row
  when (old.contract_id is distinct from new.contract_id or old.month is distinct from new.month
    or old.order_id is distinct from new.order_id or old.points is distinct from new.points
    or old.asked_at is distinct from new.asked_at or (old.state in ('ok', 'refused'))
    and (old.state is distinct from new.state or old.moved_points is distinct from new.moved_points
    or old.answered_at is distinct from new.answered_at)) execute function refuse_change();
create trigger point_grant_kept before delete on point_grant for each row execute function refuse_change();
create trigger point_grant_not_emptied before truncate on point_grant for each statement
  execute function refuse_emptying();
