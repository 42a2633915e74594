/** An EID is 32 digits of which the last two are check digits: as a number it leaves 1 when divided by 97 (GSMA SGP.29). */
export const EID_DIGITS = 32

/** Of 32 digits whose check digits do not fit. */
export const eidMistyped =
  'EIDのどこかの数字が違っているようです。端末の画面と見比べて、もう一度入力してください。'

export function isEid(digits: string): boolean {
  return digits.length === EID_DIGITS && /^\d+$/.test(digits) && remainderBy97(digits) === 1
}

function remainderBy97(digits: string): number {
  return [...digits].reduce((remainder, digit) => (remainder * 10 + Number(digit)) % 97, 0)
}
