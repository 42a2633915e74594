import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { TokyoDate } from '#domain/tokyo.ts'

export type TouchedPack = { figureKey: string; rateValidFrom: TokyoDate; packs: number }

/** The packs of which something was used, by price; an untouched one need not be paid after an initial cancellation. */
export async function touchedPacks(db: Db, contractId: string): Promise<TouchedPack[]> {
  return db
    .selectFrom('booked_charge as booked')
    .select([
      'booked.figure_key as figureKey',
      'booked.rate_valid_from as rateValidFrom',
      sql<number>`count(*)::integer`.as('packs'),
    ])
    .where('booked.contract_id', '=', contractId)
    .where('booked.source_ref', 'like', 'topup/%')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('data_entry as entry')
          .select('entry.bucket_id')
          .where('entry.contract_id', '=', contractId)
          .whereRef('entry.bucket_id', '=', 'booked.source_ref')
          .where('entry.kind', 'in', ['use', 'adjust'])
          .groupBy('entry.bucket_id')
          .having(sql<boolean>`sum(entry.bytes) < 0`),
      ),
    )
    .groupBy(['booked.figure_key', 'booked.rate_valid_from'])
    .orderBy('booked.figure_key')
    .execute()
}
