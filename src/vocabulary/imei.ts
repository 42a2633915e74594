/** An IMEI is 15 digits of which the last is a check digit after Luhn (3GPP TS 23.003). */
export const imeiMistyped =
  'IMEIのどこかの数字が違っているようです。端末の画面と見比べて、もう一度入力してください。'

export function isImei(digits: string): boolean {
  return /^\d{15}$/.test(digits) && luhnSum(digits) % 10 === 0
}

/** From the right every second digit counts twice, and 9 less where that has two digits. */
function luhnSum(digits: string): number {
  return [...digits].toReversed().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}
