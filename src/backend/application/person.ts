import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder, readProfile, writeProfile, type Profile } from '#backend/holder.ts'
import { readContractHolderName, readVerifiedIdentity } from '#backend/verified-identity.ts'
import type { HolderAnswers } from '#domain/application/answers.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { katakanaOf } from '#vocabulary/kana.ts'

/** By what a person is found again: the name as it is written, its kana, and the birthday. */
export type Person = { readonly name: string; readonly kana: string; readonly birth: string }

export const personOf = (holder: HolderAnswers): Person => ({
  name: `${holder.lastName}${holder.firstName}`,
  kana: `${holder.lastNameKana}${holder.firstNameKana}`,
  birth: holder.birth,
})

const bare = (text: string) => text.normalize('NFKC').replace(/[\s\u3000・]/gu, '')

/** Blind indexes of a person, and of all who are called the same and born on the same day. */
export function personIndexes(sealing: Sealing, { name, kana, birth }: Person) {
  const spoken = spokenOf({ kana, birth })
  return {
    person_index: sealing.index('contract holder', `${bare(name)}\n${spoken}`),
    namesake_index: namesakeIndex(sealing, { kana, birth }),
  }
}

/** Of the account's contract holder: as verified by a document, else as registered. */
export async function holderIndexes(db: Db, sealing: Sealing, accountId: string) {
  const known = await readHolder(db, sealing, accountId)
  const verified = await readVerifiedIdentity(db, sealing, accountId)
  return personIndexes(sealing, {
    name: await readContractHolderName(db, sealing, accountId),
    kana: verified?.kana ?? known.kana,
    birth: verified?.birth ?? known.birth ?? '',
  })
}
const spokenOf = ({ kana, birth }: Pick<Person, 'kana' | 'birth'>) =>
  `${katakanaOf(bare(kana))}\n${birth}`

export const namesakeIndex = (sealing: Sealing, named: Pick<Person, 'kana' | 'birth'>) =>
  sealing.index('contract holder by kana', spokenOf(named))

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

/** What the holder has said of themselves; the mail address is the account's, which the provider has confirmed. */
export async function keepProfile(
  tx: Db,
  sealing: Sealing,
  accountId: string,
  holder: HolderAnswers,
): Promise<Profile> {
  const known = await readProfile(tx, sealing, accountId)
  const { birth, ...said } = holder
  const [birthYear = '', birthMonth = '', birthDay = ''] = birth.split('-')
  const profile: Profile = {
    ...known,
    ...said,
    name: `${holder.lastName} ${holder.firstName}`,
    birthYear,
    birthMonth: String(Number(birthMonth)),
    birthDay: String(Number(birthDay)),
  }
  await writeProfile(tx, sealing, accountId, profile)
  return profile
}

/** What the form of a holder begins with: what the account has told us of itself. */
export async function readKnownHolder(db: Db, sealing: Sealing, accountId: string) {
  const {
    name: _,
    email: __,
    birthYear,
    birthMonth,
    birthDay,
    ...profile
  } = await readProfile(db, sealing, accountId)
  const birth = [birthYear, birthMonth.padStart(2, '0'), birthDay.padStart(2, '0')].join('-')
  const known = { ...profile, ...(birthYear === '' ? {} : { birth }) }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== ''))
}
