export const simSizes = ['standard', 'micro', 'nano', 'esim'] as const
export type SimSize = (typeof simSizes)[number]

/** Why a SIM is replaced. */
export const reissueReasons = ['sizeChange', 'modelChange', 'lost', 'broken', 'esimMove'] as const
export type ReissueReason = (typeof reissueReasons)[number]

/** GSMA SGP.02: the EID of an eSIM chip is 32 digits, the last two its ISO 7064 MOD 97-10 check. */
export function isEid(digits: string): boolean {
  if (!/^\d{32}$/.test(digits)) return false
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}
