import { tokyoDate } from '#domain/tokyo.ts'
import type { Harness } from './harness.ts'

let serial = 0

/** A call of a line in the log, of so many times 30 seconds, as the import would have written it. */
export async function insertCall(
  { database, clock }: Harness,
  of: { contractId: string; lineId: string; units: number },
) {
  const now = clock.now()
  await database.db
    .insertInto('call_record')
    .values({
      contract_id: of.contractId,
      line_id: of.lineId,
      record_id: `test-${(serial += 1)}`,
      kind: 'voice',
      started_at: now.subtract({ hours: 1 }),
      duration_seconds: of.units * 30,
      characters: null,
      to_masked: '090-0000-****',
      units: of.units,
      free_seconds: 0,
      figure_key: 'voice.per30s',
      rate_valid_from: tokyoDate('2019-10-01'),
      unit_tenths_yen: 220,
      amount_tenths_yen: 220 * of.units,
      tax: 'included',
      received_at: now,
      revision: 1,
      superseded_at: null,
      flat_rate: 'notJoined',
      to_sealed: null,
    })
    .execute()
}
