import type { Insertable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Database } from '#backend/db/tables.ts'

type Indexes = Omit<Insertable<Database['contract_holder']>, 'contract_id'>

/** Writes the indexes by which a holder is found, in place of the former holder's. */
export async function writeHolderIndexes(
  tx: Db,
  contractId: string,
  indexes: Indexes,
): Promise<void> {
  await tx
    .insertInto('contract_holder')
    .values({ contract_id: contractId, ...indexes })
    .onConflict((conflict) => conflict.column('contract_id').doUpdateSet(indexes))
    .execute()
}

/** Of a row that the version before has written: what it did not know. */
export async function completeHolderIndexes(
  tx: Db,
  contractId: string,
  { name_index, sound_index, phone_index, address_index }: Indexes,
): Promise<void> {
  await tx
    .updateTable('contract_holder')
    .set({ name_index, sound_index, phone_index, address_index })
    .where('contract_id', '=', contractId)
    .execute()
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
