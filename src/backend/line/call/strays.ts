import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'

/** Calls of a line that was not known when they came, and is now. */
export async function adoptStrays(db: Db) {
  await sql`
    with moved as (
      delete from call_stray s using line l where l.carrier_ref = s.line_ref
      returning l.contract_id, l.line_id, s.record
    )
    insert into call_record (contract_id, line_id, record_id, kind, started_at, duration_seconds,
      characters, to_masked, units, free_seconds, figure_key, rate_valid_from, unit_tenths_yen,
      amount_tenths_yen, tax, received_at)
    select m.contract_id, m.line_id, r.record_id, r.kind, r.started_at, r.duration_seconds,
      r.characters, r.to_masked, r.units, r.free_seconds, r.figure_key, r.rate_valid_from,
      r.unit_tenths_yen, r.amount_tenths_yen, r.tax, r.received_at
    from moved m cross join lateral jsonb_populate_record(null::call_record, m.record) r
    on conflict do nothing`.execute(db)
}
