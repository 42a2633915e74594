/** Card numbers that make the card processor behave in a certain way (docs/outside-systems.md 1.4). */
const behaviours = new Map([
  ['4000000000000002', 'insufficient-funds'],
  ['4000000000000069', 'expired-card'],
  ['4000000000000119', 'do-not-honour'],
  ['4000000000000259', 'silent'],
  ['4000000000000341', 'lost'],
  ['4000000000005126', 'refund-refused'],
])

/** The token the card processor will know the card by; it says what that stand-in will do. */
export function toCardToken(number: string, expires: string, nonce: string): string {
  const behaviour = behaviours.get(number) ?? 'ok'
  return `tok_${brandOf(number)}_${number.slice(-4)}_${expires.replace('-', '')}_${behaviour}_${nonce}`
}

export function brandOf(number: string): 'visa' | 'mastercard' | 'jcb' | 'amex' | 'other' {
  if (number.startsWith('4')) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  if (number.startsWith('35')) return 'jcb'
  if (/^3[47]/.test(number)) return 'amex'
  return 'other'
}

/** 14 to 16 digits whose last one is the Luhn check digit (ISO/IEC 7812-1). */
export function passesCheckDigit(number: string): boolean {
  if (!/^\d{14,16}$/.test(number)) return false
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
