/** Hiragana as katakana, the letters of a フリガナ; every other letter stays. */
export const katakanaOf = (text: string): string =>
  text.replaceAll(/[ぁ-ゖ]/gu, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0x60),
  )

/** One width, lower case, katakana for hiragana, no hyphens: how any two texts are compared. */
export const foldText = (text: string): string =>
  katakanaOf(text.normalize('NFKC').toLowerCase()).replace(/[・･‐‑‒–—―−-]/g, '')

const SMALL = 'ァィゥェォッャュョヮヵヶ'
const LARGE = 'アイウエオツヤユヨワカケ'
const ALIKE: Readonly<Record<string, string>> = {
  ヴァ: 'バ',
  ヴィ: 'ビ',
  ヴェ: 'ベ',
  ヴォ: 'ボ',
  ヴ: 'ブ',
  ヂ: 'ジ',
  ヅ: 'ズ',
  ヲ: 'オ',
  ヰ: 'イ',
  ヱ: 'エ',
}
/** A vowel that only lengthens: コウ and コオ, ユウ, ケイ. */
const LENGTHENING =
  /(?<=[オコソトノホモヨロゴゾドボポ])[ウオ]|(?<=[ウクスツヌフムユルグズブプ])ウ|(?<=[エケセテネヘメレゲゼデベペ])[イエ]/gu

/** How a フリガナ sounds, for comparing: オオノ, オウノ and オーノ are one, and so are シヅカ and シズカ. Never shown. */
export const soundOf = (kana: string): string =>
  katakanaOf(kana.normalize('NFKC'))
    .replace(/[^ァ-ヺ]/gu, '')
    .replace(/ヴ[ァィェォ]?|[ヂヅヲヰヱ]/gu, (letters) => ALIKE[letters] ?? letters)
    .replace(/[ァ-ヶ]/gu, (letter) => LARGE[SMALL.indexOf(letter)] ?? letter)
    .replace(LENGTHENING, '')
