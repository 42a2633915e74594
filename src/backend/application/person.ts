import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder, readProfile, writeProfile, type Profile } from '#backend/holder.ts'
import { readContractHolderName, readVerifiedIdentity } from '#backend/verified-identity.ts'
import type { HolderAnswers } from '#domain/application/answers.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { katakanaOf, soundOf } from '#vocabulary/kana.ts'

/** By what a person is found again: the name as it is written, its kana, the birthday, and where they are reached. */
export type Person = {
  readonly name: string
  readonly kana: string
  readonly birth: string
  readonly phone?: string | undefined
  readonly zipCode?: string | undefined
  /** Prefecture to street, in one line. */
  readonly address?: string | undefined
}

export const personOf = (holder: HolderAnswers): Person => ({
  name: `${holder.lastName}${holder.firstName}`,
  kana: `${holder.lastNameKana}${holder.firstNameKana}`,
  birth: holder.birth,
  phone: holder.phone,
  zipCode: holder.zipCode,
  address: holder.region + holder.locality + holder.street,
})

const bare = (text: string) => text.normalize('NFKC').replace(/[\s\u3000・]/gu, '')

/** Whether a document names this person: as the name is written, and the birthday. */
export const isNamedSo = (shown: Pick<Person, 'name' | 'birth'>, { name, birth }: Person) =>
  bare(shown.name) === bare(name) && shown.birth === birth

/** Blind indexes of a person, and of all who are called, written or pronounced the same and born on the same day. */
export function personIndexes(sealing: Sealing, person: Person) {
  const { name, kana, birth, phone = '', zipCode = '', address = '' } = person
  const spoken = spokenOf({ kana, birth })
  return {
    person_index: sealing.index('contract holder', `${bare(name)}\n${spoken}`),
    namesake_index: namesakeIndex(sealing, { kana, birth }),
    name_index: sealing.index('contract holder by name', `${bare(name)}\n${birth}`),
    sound_index: sealing.index('contract holder by sound', `${soundOf(kana)}\n${birth}`),
    // Empty where none is told: that is nobody's.
    phone_index: phone && sealing.index('contract holder by phone', `${phone}\n${birth}`),
    address_index:
      address &&
      sealing.index('contract holder by address', `${doorOf(zipCode, address)}\n${birth}`),
  }
}

/** One house, however its numbers are written: 1丁目2番3号 is 1-2-3. A flat is left out, as it may be when it is typed. */
function doorOf(zipCode: string, address: string): string {
  const plain = bare(address).replace(/[〇一二三四五六七八九十]+(?=丁目|番|号)/gu, numberOf)
  const numbers = plain.match(/\d+/gu)?.slice(0, 3).join('-')
  return `${bare(zipCode).replace('-', '')}\n${numbers ?? plain}`
}

/** Up to 99, as 丁目 are counted. */
function numberOf(kanji: string): string {
  const [tens, ones] = kanji.includes('十') ? kanji.split('十') : ['', kanji]
  const digit = (one = '') => '〇一二三四五六七八九'.indexOf(one)
  const ten = kanji.includes('十') ? Math.max(1, digit(tens || '一')) : 0
  return String(10 * ten + Math.max(0, digit(ones || '〇')))
}

export type PersonIndexes = ReturnType<typeof personIndexes>

/** Of the account's contract holder: as verified by a document, else as registered. */
export async function holderIndexes(db: Db, sealing: Sealing, accountId: string) {
  const known = await readHolder(db, sealing, accountId)
  const verified = await readVerifiedIdentity(db, sealing, accountId)
  const { phone, zipCode, address } = known
  return personIndexes(sealing, {
    name: await readContractHolderName(db, sealing, accountId),
    kana: verified?.kana ?? known.kana,
    birth: verified?.birth ?? known.birth ?? '',
    phone,
    zipCode,
    address,
  })
}

const spokenOf = ({ kana, birth }: Pick<Person, 'kana' | 'birth'>) =>
  `${katakanaOf(bare(kana))}\n${birth}`

export const namesakeIndex = (sealing: Sealing, named: Pick<Person, 'kana' | 'birth'>) =>
  sealing.index('contract holder by kana', spokenOf(named))

/** Two applications of one person are judged one after the other, however it is written, until the transaction ends. */
export async function lockPerson(tx: Db, indexes: PersonIndexes) {
  const { name_index, sound_index, phone_index, address_index } = indexes
  const told = [name_index, sound_index, phone_index, address_index].filter(Boolean)
  for (const index of told.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${'person ' + index}, 0))`.execute(tx)
}

/**
 * Whether a living contract, or another application that was submitted, is this person's (`same`: the name is written alike
 * and the kana sounds alike), or that of somebody born that day of whom only one of both is alike (`alike`), or who is
 * reached at the same number or address, where this one or the holder has shown no document (`contact`): staff look.
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
    .where((eb) => eb.or(toldIn(indexes).map((column) => eb(column, '=', indexes[column]))))
    .where('c.status', 'not in', contractStates.terminal)
    .execute()
  const applicants = await db
    .selectFrom('application')
    .select(columns)
    .where((eb) => eb.or(toldIn(indexes).map((column) => eb(column, '=', indexes[column]))))
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

/** What this person can be found by. */
const toldIn = (indexes: PersonIndexes) =>
  [...named, ...reached].filter((column) => indexes[column] !== '')

/** Of a row from before names and sounds were kept, by what it has. */
const isSame = (
  one: Readonly<Record<keyof PersonIndexes, string | null>>,
  asked: PersonIndexes,
): boolean =>
  one.person_index === asked.person_index ||
  (one.name_index === asked.name_index && one.sound_index === asked.sound_index)

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
