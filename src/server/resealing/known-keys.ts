import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { StartRefusal } from '#process/start-refusal.ts'

/**
 * Compares the keys of this process with those that have sealed something in this database, and writes down the one
 * that seals from now on. With a wrong one nothing would open, or members would not be found.
 * @throws StartRefusal naming the key that is wrong or missing.
 */
export async function checkSealingKeys(db: Db, sealing: Sealing): Promise<void> {
  const known = await db.selectFrom('sealing_key').selectAll().execute()
  for (const { key_id: id, fingerprint, values_left: left } of known) {
    const given = sealing.fingerprints.get(id)
    if (given === undefined && left !== 0)
      throw new StartRefusal(
        `Values that ${id} has sealed may be left in this database: name it in SEALING_ALSO_OPENS until npm run reseal -- check has found none.`,
      )
    if (given !== undefined && given !== fingerprint)
      throw new StartRefusal(
        id === 'index'
          ? 'INDEX_KEY is not the key that the blind indexes of this database are made with: before SEALING_SECRET is changed, npm run reseal -- index-key says what it is.'
          : `The secret of ${id} is not the one that has sealed this database.`,
      )
  }
  const isWritten = (id: string) =>
    known.some((key) => key.key_id === id && key.values_left === null)
  const unwritten = [sealing.keyId, 'index'].filter((id) => !isWritten(id))
  if (unwritten.length === 0) return
  await db
    .insertInto('sealing_key')
    .values(
      unwritten.map((id) => ({
        key_id: id,
        fingerprint: sealing.fingerprints.get(id) ?? '',
        values_left: null,
        counted_at: null,
      })),
    )
    // A key that was counted and seals again.
    .onConflict((conflict) =>
      conflict.column('key_id').doUpdateSet({ values_left: null, counted_at: null }),
    )
    .execute()
}

/** Keys whose values are to be sealed anew: those that others than the one of now have sealed with here. */
export async function findFormerKeys(db: Db, sealing: Sealing): Promise<string[]> {
  const { rows } = await sql<{ key_id: string }>`
    select key_id from sealing_key
    where key_id not in ('index', ${sealing.keyId}) and values_left is distinct from 0
    order by key_id`.execute(db)
  return rows.map(({ key_id: id }) => id).filter((id) => sealing.fingerprints.has(id))
}
