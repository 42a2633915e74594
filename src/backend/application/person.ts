import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { katakanaOf } from '#vocabulary/kana.ts'

/** By what a person is found again: the name as it is written, its kana, and the birthday. */
export type Person = { readonly name: string; readonly kana: string; readonly birth: string }

const bare = (text: string) => text.normalize('NFKC').replace(/[\s\u3000・]/gu, '')

/** Blind indexes of a person, and of all who are called the same and born on the same day. */
export function personIndexes(sealing: Sealing, { name, kana, birth }: Person) {
  const spoken = `${katakanaOf(bare(kana))}\n${birth}`
  return {
    person_index: sealing.index('contract holder', `${bare(name)}\n${spoken}`),
    namesake_index: sealing.index('contract holder by kana', spoken),
  }
}

/** Two applications of one person are judged one after the other, until the transaction ends. */
export async function lockPerson(tx: Db, namesakeIndex: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${'person ' + namesakeIndex}, 0))`.execute(
    tx,
  )
}

/**
 * Whether a living contract, or another application that was submitted, is this person's (`same`), or that of somebody who
 * is called and born alike but written otherwise (`alike`), which staff look at.
 */
export async function findPerson(
  db: Db,
  indexes: { person_index: string; namesake_index: string },
  applicationId: string,
): Promise<'same' | 'alike' | undefined> {
  const holders = await db
    .selectFrom('contract_holder as h')
    .innerJoin('contract as c', 'c.contract_id', 'h.contract_id')
    .select('h.person_index')
    .where('h.namesake_index', '=', indexes.namesake_index)
    .where('c.status', 'not in', contractStates.terminal)
    .execute()
  const applicants = await db
    .selectFrom('application')
    .select('person_index')
    .where('namesake_index', '=', indexes.namesake_index)
    .where('state', 'in', ['submitted', 'in_review'])
    .where('application_id', '!=', applicationId)
    .execute()
  const found = [...holders, ...applicants]
  if (found.some((one) => one.person_index === indexes.person_index)) return 'same'
  return found.length > 0 ? 'alike' : undefined
}

export async function keepPerson(
  tx: Db,
  contractId: string,
  indexes: { person_index: string; namesake_index: string },
) {
  await tx
    .insertInto('contract_holder')
    .values({ contract_id: contractId, ...indexes })
    .onConflict((conflict) => conflict.column('contract_id').doUpdateSet(indexes))
    .execute()
}
