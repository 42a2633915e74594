/**
 * Text as the search compares it: one width (NFKC), lower case, katakana for hiragana, without blanks, hyphens and
 * middle dots, so that 「あいふぉん」, `iPhone SE` and 「ｉＰｈｏｎｅＳＥ」 find what they mean.
 */
export function searchKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ぁ-ゖ]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0x60))
    .replace(/[\s・･‐‑‒–—―−-]/g, '')
}

/** Words parted by blanks of any width; each must be found. */
export function searchWords(text: string): string[] {
  return text
    .split(/\s+/)
    .map(searchKey)
    .filter((word) => word !== '')
}
