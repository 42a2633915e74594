import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder, readProfile, writeProfile, type Profile } from '#backend/holder.ts'
import { readContractHolderName, readVerifiedIdentity } from '#backend/verified-identity.ts'
import type { HolderAnswers } from '#domain/application/answers.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { katakanaOf, soundOf } from '#vocabulary/kana.ts'

/** By what a person is found again: the name as it is written, its kana, and the birthday. */
export type Person = { readonly name: string; readonly kana: string; readonly birth: string }

export const personOf = (holder: HolderAnswers): Person => ({
  name: `${holder.lastName}${holder.firstName}`,
  kana: `${holder.lastNameKana}${holder.firstNameKana}`,
  birth: holder.birth,
})

const bare = (text: string) => text.normalize('NFKC').replace(/[\s\u3000・]/gu, '')

/** Blind indexes of a person, and of all who are called, written or pronounced the same and born on the same day. */
export function personIndexes(sealing: Sealing, { name, kana, birth }: Person) {
  const spoken = spokenOf({ kana, birth })
  return {
    person_index: sealing.index('contract holder', `${bare(name)}\n${spoken}`),
    namesake_index: namesakeIndex(sealing, { kana, birth }),
    name_index: sealing.index('contract holder by name', `${bare(name)}\n${birth}`),
    sound_index: sealing.index('contract holder by sound', `${soundOf(kana)}\n${birth}`),
  }
}

export type PersonIndexes = ReturnType<typeof personIndexes>

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

/** Two applications of one person are judged one after the other, however it is written, until the transaction ends. */
export async function lockPerson(tx: Db, indexes: PersonIndexes) {
  for (const index of [indexes.name_index, indexes.sound_index].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${'person ' + index}, 0))`.execute(tx)
}

/**
 * Whether a living contract, or another application that was submitted, is this person's (`same`: the name is written alike
 * and the kana sounds alike), or that of somebody born that day of whom only one of both is alike (`alike`): staff look.
 */
export async function findPerson(
  db: Db,
  indexes: PersonIndexes,
  applicationId: string,
): Promise<'same' | 'alike' | undefined> {
  const columns = ['person_index', 'namesake_index', 'name_index', 'sound_index'] as const
  const holders = await db
    .selectFrom('contract_holder as h')
    .innerJoin('contract as c', 'c.contract_id', 'h.contract_id')
    .select(columns)
    .where((eb) => eb.or(alike.map((column) => eb(column, '=', indexes[column]))))
    .where('c.status', 'not in', contractStates.terminal)
    .execute()
  const applicants = await db
    .selectFrom('application')
    .select(columns)
    .where((eb) => eb.or(alike.map((column) => eb(column, '=', indexes[column]))))
    .where('state', 'in', ['submitted', 'in_review'])
    .where('application_id', '!=', applicationId)
    .execute()
  const found = [...holders, ...applicants]
  if (found.some((one) => isSame(one, indexes))) return 'same'
  return found.length > 0 ? 'alike' : undefined
}

const alike = ['namesake_index', 'name_index', 'sound_index'] as const

/** Of a row from before names and sounds were kept, by what it has. */
const isSame = (
  one: Readonly<Record<keyof PersonIndexes, string | null>>,
  asked: PersonIndexes,
): boolean =>
  one.person_index === asked.person_index ||
  (one.name_index === asked.name_index && one.sound_index === asked.sound_index)

export async function keepPerson(tx: Db, contractId: string, indexes: PersonIndexes) {
  await tx
    .insertInto('contract_holder')
    .values({ contract_id: contractId, ...indexes })
    .onConflict((conflict) => conflict.column('contract_id').doUpdateSet(indexes))
    .execute()
}

/** Of a row that the version before has written: what it did not know. */
export async function completePerson(
  tx: Db,
  contractId: string,
  { name_index, sound_index }: PersonIndexes,
) {
  await tx
    .updateTable('contract_holder')
    .set({ name_index, sound_index })
    .where('contract_id', '=', contractId)
    .where('name_index', 'is', null)
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
    name,
    email: _,
    birthYear,
    birthMonth,
    birthDay,
    ...profile
  } = await readProfile(db, sealing, accountId)
  const birth = [birthYear, birthMonth.padStart(2, '0'), birthDay.padStart(2, '0')].join('-')
  // As it was typed at the provider's: two words are family name and given name.
  const [lastName = '', firstName = '', ...rest] = name.split(/\s+/u)
  const isNamed = profile.lastName !== '' || firstName === '' || rest.length > 0
  const known = {
    ...profile,
    ...(isNamed ? {} : { lastName, firstName }),
    ...(birthYear === '' ? {} : { birth }),
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== ''))
}
