/** The EID of an eSIM chip is 32 digits (GSMA SGP.02). */
export function isEid(digits: string): boolean {
  return /^\d{32}$/.test(digits)
}
