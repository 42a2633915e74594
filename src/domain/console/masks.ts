/** What a personal field of a record is; the staff's console hides it by its kind. */
export type PersonalKind =
  | 'name'
  | 'kana'
  | 'birth'
  | 'address'
  | 'mail'
  | 'number'
  | 'card'
  | 'key'

const firstLetter = (text: string) => [...text.trim()][0]

const begun = (text: string) => {
  const first = firstLetter(text)
  return first === undefined ? '' : `${first}＊`
}

const prefecture = /^(?:北海道|東京都|(?:京都|大阪)府|.{2,3}県)/u

/** How each kind is shown while it is hidden; what is empty stays empty. */
const masks: Record<PersonalKind, (text: string) => string> = {
  name: begun,
  kana: begun,
  birth: (text) => (text === '' ? '' : '＊＊＊＊年＊月＊日'),
  address: (text) => (text === '' ? '' : `${prefecture.exec(text)?.[0] ?? ''}＊＊＊`),
  mail: (text) => (text === '' ? '' : `${firstLetter(text) ?? ''}＊＊＊@＊＊＊`),
  // All zeros is a line before its opening: nobody's number.
  number: (text) => (/^0*$/.test(text) ? text : `0＊＊-＊＊＊＊-${text.slice(-4)}`),
  card: (text) => (text === '' ? '' : '＊＊＊＊'),
  // It opens a door: nothing of it is shown.
  key: (text) => '＊'.repeat(text.length),
}

/** A personal field as staff see it before it is revealed: 鈴＊, 0＊＊-＊＊＊＊-1234. */
export const hide = (kind: PersonalKind, text: string): string => masks[kind](text)
