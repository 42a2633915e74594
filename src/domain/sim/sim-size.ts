export const simSizes = ['standard', 'micro', 'nano', 'esim'] as const
export type SimSize = (typeof simSizes)[number]

/** Why a SIM is replaced. */
export const reissueReasons = ['sizeChange', 'modelChange', 'lost', 'broken', 'esimMove'] as const
export type ReissueReason = (typeof reissueReasons)[number]

/** The EID of an eSIM chip is 32 digits (GSMA SGP.02). */
export function isEid(digits: string): boolean {
  return /^\d{32}$/.test(digits)
}
