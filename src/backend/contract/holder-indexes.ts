import type { Insertable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Database } from '#backend/db/tables.ts'
import { updateRows, upsertRow } from '#backend/db/rows.ts'

type Indexes = Omit<Insertable<Database['contract_holder']>, 'contract_id'>

/** Writes the indexes by which a holder is found, in place of the former holder's. */
export async function writeHolderIndexes(
  tx: Db,
  contractId: string,
  indexes: Indexes,
): Promise<void> {
  await upsertRow(tx, 'contract_holder', { contract_id: contractId }, indexes)
}

/** Of a row that the version before has written: what it did not know. */
export async function completeHolderIndexes(
  tx: Db,
  contractId: string,
  { name_index, sound_index, phone_index, address_index }: Indexes,
): Promise<void> {
  await updateRows(
    tx,
    'contract_holder',
    { contract_id: contractId },
    { name_index, sound_index, phone_index, address_index },
  )
}

/** The holder's contacts have changed: the worker computes their indexes again from the profile. */
export async function dropContactIndexes(tx: Db, accountId: string): Promise<void> {
  await tx
    .updateTable('contract_holder as h')
    .from('contract as c')
    .set({ phone_index: null, address_index: null })
    .whereRef('c.contract_id', '=', 'h.contract_id')
    .where('c.account_id', '=', accountId)
    .execute()
}
