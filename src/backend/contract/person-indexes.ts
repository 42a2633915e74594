import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import { readContractHolderName, readVerifiedIdentity } from '#backend/verified-identity.ts'
import { katakanaOf, soundOf } from '#vocabulary/kana.ts'

/** What a person is found again by: the name as it is written, its kana, the birthday, phone number and address. */
export type Person = {
  readonly name: string
  readonly kana: string
  readonly birth: string
  readonly phone?: string | undefined
  readonly zipCode?: string | undefined
  /** Prefecture to street, in one line. */
  readonly address?: string | undefined
}

/** A name as it is compared: one width, without spaces and dots. */
export const bareName = (text: string) => text.normalize('NFKC').replace(/[\s\u3000・]/gu, '')

/** Whether a document names this person: as the name is written, and the birthday. */
export const isNamedSo = (shown: Pick<Person, 'name' | 'birth'>, { name, birth }: Person) =>
  bareName(shown.name) === bareName(name) && shown.birth === birth

/** Blind indexes of a person, and of all who are called, written or pronounced the same and born on the same day. */
export function personIndexes(sealing: Sealing, person: Person) {
  const { name, kana, birth, phone = '', zipCode = '', address = '' } = person
  const reading = readingOf({ name, kana })
  const spoken = spokenOf({ kana: reading, birth })
  return {
    person_index: sealing.index('contract holder', `${bareName(name)}\n${spoken}`),
    namesake_index: namesakeIndex(sealing, { kana: reading, birth }),
    name_index: sealing.index('contract holder by name', `${bareName(name)}\n${birth}`),
    sound_index: sealing.index(
      'contract holder by sound',
      `${soundOf(reading) || reading}\n${birth}`,
    ),
    // Empty where none is known: an empty index matches nobody.
    phone_index: phone && sealing.index('contract holder by phone', `${phone}\n${birth}`),
    address_index:
      address &&
      sealing.index('contract holder by address', `${doorOf(zipCode, address)}\n${birth}`),
  }
}

/** One house, however its numbers are written: 1丁目2番3号 is 1-2-3. The number of a flat is left out, as people may leave it out. */
function doorOf(zipCode: string, address: string): string {
  const plain = bareName(address).replace(/[〇一二三四五六七八九十]+(?=丁目|番|号)/gu, numberOf)
  const numbers = plain.match(/\d+/gu)?.slice(0, 3).join('-')
  return `${bareName(zipCode).replace('-', '')}\n${numbers ?? plain}`
}

/** Numbers up to 99, as 丁目 are counted. */
function numberOf(kanji: string): string {
  const [tens, ones] = kanji.includes('十') ? kanji.split('十') : ['', kanji]
  const digit = (one = '') => '〇一二三四五六七八九'.indexOf(one)
  const ten = kanji.includes('十') ? Math.max(1, digit(tens || '一')) : 0
  return String(10 * ten + Math.max(0, digit(ones || '〇')))
}

export type PersonIndexes = ReturnType<typeof personIndexes>

/** The indexes of an account's contract holder: as verified by a document, else as registered. */
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

/** The kana; of who has none the name in the alphabet, so that an empty one matches nobody else's. */
const readingOf = ({ name, kana }: Pick<Person, 'name' | 'kana'>) =>
  kana === '' ? bareName(name).toUpperCase() : kana

const spokenOf = ({ kana, birth }: Pick<Person, 'kana' | 'birth'>) =>
  `${katakanaOf(bareName(kana)).toUpperCase()}\n${birth}`

export const namesakeIndex = (sealing: Sealing, named: Pick<Person, 'kana' | 'birth'>) =>
  sealing.index('contract holder by kana', spokenOf(named))
