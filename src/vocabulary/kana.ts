/** Hiragana as katakana, the letters of a フリガナ; every other letter stays. */
export const katakanaOf = (text: string): string =>
  text.replaceAll(/[ぁ-ゖ]/gu, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0x60),
  )
