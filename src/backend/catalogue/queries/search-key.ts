import { foldText } from '#vocabulary/kana.ts'

/**
 * How people write what is sold under another spelling; applied to what is asked and to what is searched, longest
 * spelling first. In full katakana, as the key has them.
 */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/アイ(?:フォー?ン|ホン)/g, 'iphone '],
  [/アイパッド/g, 'ipad '],
  [/(?:ラクラク|rakuraku) ?(?:スマート)?(?:フォン|ホン)?/g, 'ラクラク '],
  [/エ[クキ]スペリア/g, 'xperia '],
  [/(?:ギャ|ガ)ラクシー/g, 'galaxy '],
  [/ピクセル/g, 'pixel '],
  [/アクオス/g, 'aquos '],
  [/アローズ/g, 'arrows '],
  [/ゼンフォン/g, 'zenfone '],
  [/モトローラ/g, 'motorola '],
  [/モト/g, 'moto '],
  [/レッドミー?/g, 'redmi '],
  [/シャオミー?/g, 'xiaomi '],
  [/オッポ/g, 'oppo '],
  [/リノ/g, 'reno '],
  [/ファーウェイ/g, 'huawei '],
  [/ナッシング/g, 'nothing '],
  [/グーグル/g, 'google '],
  [/アップル/g, 'apple '],
  [/サーフェス/g, 'surface '],
  [/ウルトラ/g, 'ultra '],
  [/マックス/g, 'max '],
  [/プラス/g, 'plus '],
  [/フォールド/g, 'fold '],
  [/フリップ/g, 'flip '],
  [/センス/g, 'sense '],
  [/ウィッシュ/g, 'wish '],
  [/プロ/g, 'pro '],
  [/ミニ/g, 'mini '],
  [/エース/g, 'ace '],
  [/ノート/g, 'note '],
  [/ライト/g, 'lite '],
  [/第(\d+)世代/g, ' $1'],
]

/**
 * Text as the search compares it: one width (NFKC), lower case, katakana for hiragana, product names in one spelling,
 * words parted by single blanks; hyphens and middle dots join what they stand between (`SO-51F` is `so51f`).
 */
function searchKey(text: string): string {
  const spelled = spellings.reduce(
    (all, [spelling, one]) => all.replace(spelling, one),
    foldText(text),
  )
  return spelled.replace(/[\s()]+/g, ' ').trim()
}

/** What a name is found by: its one spelling, and its reading as it is (「パッド」 is a part of that). */
export function keyOf(name: string, reading: string): string {
  return `${searchKey(name)} ${searchKey(reading)} ${foldText(reading)}`
}

/** Whether two spellings name the same: 「あいふぉん15」 is iPhone 15, and not iPhone 15 Pro. */
export function isSameName(typed: string, name: string): boolean {
  const bare = (text: string) => searchKey(text).replaceAll(' ', '')
  return bare(typed) === bare(name)
}

/** Whether a text holds every word that is asked for. */
export type Search = (key: string) => boolean

/**
 * A number asked for is the whole number of a name: 「エクスペリア 1」 is not Xperia 10 or XZ1.
 * @returns the search for what was typed, and a wider one for a number that is still being typed.
 */
export function searchFor(typed: string): { exact: Search; wide: Search } {
  const words = searchKey(typed)
    .split(' ')
    .filter((word) => word !== '')
  const patterns = words.map(wholeNumbers)
  return {
    exact: (key) => patterns.every((pattern) => pattern.test(key)),
    wide: (key) => words.every((word) => key.replaceAll(' ', '').includes(word)),
  }
}

/** The word anywhere, also across a blank that one did not type, but with no digit beside its own. */
function wholeNumbers(word: string): RegExp {
  const letters = [...word].map((letter) => RegExp.escape(letter)).join(' ?')
  const before = /^\d+$/.test(word) ? '(?<![\\da-z])' : /^\d/.test(word) ? '(?<!\\d)' : ''
  return new RegExp(before + letters + (/\d$/.test(word) ? '(?!\\d)' : ''))
}
