import { tenthsYen } from '../money.ts'
import { ours, type PriceRow } from './price.ts'

/**
 * ours: where calls abroad lead and what 30 seconds begun cost, in yen outside consumption tax (不課税). Codes are those
 * of ISO 3166-1 where there is one; the dialled numbers follow ITU-T E.164.
 */
export const abroadDestinations = [
  { code: 'us', name: 'アメリカ（本土）', dialled: '1', yen: 10 },
  { code: 'us-hi', name: 'アメリカ（ハワイ）', dialled: '1-808', yen: 10 },
  { code: 'ca', name: 'カナダ', dialled: '1', yen: 10 },
  { code: 'kr', name: '韓国', dialled: '82', yen: 33 },
  { code: 'cn', name: '中国', dialled: '86', yen: 34 },
  { code: 'hk', name: '香港', dialled: '852', yen: 34 },
  { code: 'tw', name: '台湾', dialled: '886', yen: 34 },
  { code: 'ph', name: 'フィリピン', dialled: '63', yen: 50 },
  { code: 'vn', name: 'ベトナム', dialled: '84', yen: 60 },
  { code: 'th', name: 'タイ', dialled: '66', yen: 46 },
  { code: 'sg', name: 'シンガポール', dialled: '65', yen: 31 },
  { code: 'my', name: 'マレーシア', dialled: '60', yen: 46 },
  { code: 'id', name: 'インドネシア', dialled: '62', yen: 60 },
  { code: 'in', name: 'インド', dialled: '91', yen: 80 },
  { code: 'np', name: 'ネパール', dialled: '977', yen: 100 },
  { code: 'au', name: 'オーストラリア', dialled: '61', yen: 40 },
  { code: 'nz', name: 'ニュージーランド', dialled: '64', yen: 40 },
  { code: 'gb', name: 'イギリス', dialled: '44', yen: 31 },
  { code: 'fr', name: 'フランス', dialled: '33', yen: 35 },
  { code: 'de', name: 'ドイツ', dialled: '49', yen: 31 },
  { code: 'it', name: 'イタリア', dialled: '39', yen: 35 },
  { code: 'es', name: 'スペイン', dialled: '34', yen: 50 },
  { code: 'ch', name: 'スイス', dialled: '41', yen: 50 },
  { code: 'br', name: 'ブラジル', dialled: '55', yen: 60 },
  { code: 'pe', name: 'ペルー', dialled: '51', yen: 80 },
  { code: 'mx', name: 'メキシコ', dialled: '52', yen: 80 },
  { code: 'other', name: 'そのほかの国・地域', dialled: '上記以外', yen: 160 },
  { code: 'satellite', name: '衛星電話', dialled: '870・881など', yen: 250 },
] as const

type AbroadCode = (typeof abroadDestinations)[number]['code']

export const abroadPrices = abroadDestinations.map(
  ({ code, yen }): PriceRow<`abroad.${AbroadCode}`> => ({
    key: `abroad.${code}`,
    tenthsYen: tenthsYen(yen * 10),
    tax: 'outOfScope',
    unit: 'per30s',
    ...ours,
  }),
)

/** Of the numbering plan behind 1 (NANP): Canada, and the countries and islands that are neither it nor the mainland. */
const canadianAreas =
  '204 226 236 249 250 257 263 289 306 343 354 365 367 368 382 403 416 418 428 431 437 438 450 460 468 474 506 514 519 537 548 568 579 581 584 587 604 613 639 647 672 683 705 709 742 753 778 780 782 807 819 825 867 873 879 902 905 942'
const otherAreas =
  '242 246 264 268 284 340 345 441 473 649 658 664 670 671 684 721 758 767 784 787 809 829 849 868 869 876 939'
const inNanp = (areas: string) => areas.split(' ').map((area) => `1${area}`)

/** Destinations that have further prefixes, or others than the printed row shows. */
const furtherPrefixes: Partial<Record<AbroadCode, readonly string[]>> = {
  ca: inNanp(canadianAreas),
  other: inNanp(otherAreas),
  satellite: ['870', '881', '882', '883'],
}

const codeByPrefix: ReadonlyMap<string, AbroadCode> = new Map(
  abroadDestinations.flatMap(({ code, dialled }) => {
    const printed = /^[\d-]+$/.test(dialled) ? [dialled.replaceAll('-', '')] : []
    return (furtherPrefixes[code] ?? printed).map((prefix) => [prefix, code] as const)
  }),
)
const longestPrefix = Math.max(...[...codeByPrefix.keys()].map(({ length }) => length))

/** The row for a number abroad, dialled with + or 010: the longest prefix counts, any other number is 上記以外. */
export function abroadPriceKey(calledNumber: string): `abroad.${AbroadCode}` {
  const digits = calledNumber.replaceAll('-', '').replace(/^(?:\+|010)/, '')
  for (let length = longestPrefix; length > 0; length--) {
    const code = codeByPrefix.get(digits.slice(0, length))
    if (code !== undefined) return `abroad.${code}`
  }
  return 'abroad.other'
}
