import { sql } from 'kysely'
import type { Person, PersonIndexes } from '#backend/contract/person-indexes.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readProfile } from '#backend/holder.ts'
import type { HolderAnswers } from '#domain/application/answers.ts'
import { contractStates } from '#domain/contract/contract-states.ts'

export const personOf = (holder: HolderAnswers): Person => ({
  name: `${holder.lastName}${holder.firstName}`,
  kana: `${holder.lastNameKana}${holder.firstNameKana}`,
  birth: holder.birth,
  phone: holder.phone,
  zipCode: holder.zipCode,
  address: holder.region + holder.locality + holder.street,
})

/** Makes two applications of one person wait for each other, however the name is written, until the transaction ends. */
export async function lockPerson(tx: Db, indexes: PersonIndexes) {
  const { name_index, sound_index, phone_index, address_index } = indexes
  const known = [name_index, sound_index, phone_index, address_index].filter(Boolean)
  for (const index of known.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${'person ' + index}, 0))`.execute(tx)
}

/**
 * Whether this person has a living contract or another application that was submitted.
 * @returns `same`: the name is written alike and the kana sounds alike; `alike`: only one of both, with the same birthday;
 *   `contact`: the same phone number or address, where this person or the holder has shown no document. Staff look at all three.
 */
export async function findPerson(
  db: Db,
  indexes: PersonIndexes,
  { applicationId = '', isProven = true } = {},
): Promise<'same' | 'alike' | 'contact' | undefined> {
  const holders = await db
    .selectFrom('contract_holder as h')
    .innerJoin('contract as c', 'c.contract_id', 'h.contract_id')
    .leftJoin('verified_identity as v', 'v.account_id', 'c.account_id')
    .select([...columns, 'v.account_id as shownBy'])
    .where((eb) => eb.or(knownIn(indexes).map((column) => eb(column, '=', indexes[column]))))
    .where('c.status', 'not in', contractStates.terminal)
    .execute()
  const applicants = await db
    .selectFrom('application')
    .select(columns)
    .where((eb) => eb.or(knownIn(indexes).map((column) => eb(column, '=', indexes[column]))))
    .where('state', 'in', ['submitted', 'in_review'])
    .where('application_id', '!=', applicationId)
    .execute()
  const found = [...holders, ...applicants]
  if (found.some((one) => isSame(one, indexes))) return 'same'
  if (found.some((one) => named.some((column) => one[column] === indexes[column]))) return 'alike'
  const isDoubtful = !isProven || holders.some(({ shownBy }) => shownBy === null)
  return found.length > 0 && isDoubtful ? 'contact' : undefined
}

const named = ['namesake_index', 'name_index', 'sound_index'] as const
const reached = ['phone_index', 'address_index'] as const
const columns = ['person_index', ...named, ...reached] as const

/** The indexes that this person has. */
const knownIn = (indexes: PersonIndexes) =>
  [...named, ...reached].filter((column) => indexes[column] !== '')

/** A row of an older version has no index of name and sound, and is compared by the one it has. */
const isSame = (
  one: Readonly<Record<keyof PersonIndexes, string | null>>,
  asked: PersonIndexes,
): boolean =>
  one.person_index === asked.person_index ||
  (one.name_index === asked.name_index && one.sound_index === asked.sound_index)

/** What the form of a holder is filled in with: the profile of the account. */
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
  // A name typed at the provider's in two words is family name and given name.
  const [lastName = '', firstName = '', ...rest] = name.split(/\s+/u)
  const isNamed = profile.lastName !== '' || firstName === '' || rest.length > 0
  const known = {
    ...profile,
    ...(isNamed ? {} : { lastName, firstName }),
    ...(birthYear === '' ? {} : { birth }),
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== ''))
}
