import { publishedPrices, requireRate } from '#domain/catalogue/price-book.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { Harness } from './harness.ts'

type StoredCall = {
  contractId: string
  lineId: string
  /** Of 30 seconds each. */
  units: number
  /** An hour ago, if not given. */
  startedAt?: Instant
  /** Now, if not given. */
  receivedAt?: Instant
  /** Its second revision, which takes the first one's place from then on. */
  correction?: { receivedAt: Instant; units: number } | undefined
}

type Revision = { units: number; received: Instant; superseded?: Instant }

let serial = 0

/** A call of a line in the log, as the import would have written it. */
export async function insertCall({ database, clock }: Harness, call: StoredCall) {
  const now = clock.now()
  const { startedAt = now.subtract({ hours: 1 }), receivedAt = now, correction } = call
  const row = requireRate(publishedPrices, 'voice.per30s', toTokyoDate(startedAt))
  const recordId = `test-${(serial += 1)}`
  const revisionOf = (revision: number, { units, received, superseded }: Revision) => ({
    contract_id: call.contractId,
    line_id: call.lineId,
    record_id: recordId,
    revision,
    kind: 'voice' as const,
    started_at: startedAt,
    duration_seconds: units * 30,
    characters: null,
    to_masked: '090-0000-****',
    to_sealed: null,
    units,
    free_seconds: 0,
    flat_rate: 'notJoined' as const,
    figure_key: row.key,
    rate_valid_from: row.validFrom,
    unit_tenths_yen: row.tenthsYen,
    amount_tenths_yen: row.tenthsYen * units,
    tax: row.tax,
    received_at: received,
    superseded_at: superseded ?? null,
  })
  const first = { units: call.units, received: receivedAt }
  const revisions = correction
    ? [
        revisionOf(1, { ...first, superseded: correction.receivedAt }),
        revisionOf(2, { units: correction.units, received: correction.receivedAt }),
      ]
    : [revisionOf(1, first)]
  await database.db.insertInto('call_record').values(revisions).execute()
}
