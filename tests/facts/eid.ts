import { isEid } from '#vocabulary/eid.ts'

/** An EID of which the stand-in takes the last four digits as what to do; two digits before them make it a valid one. */
export function eidOf(serial: number, ending = '0001'): string {
  const issuer = `89049032${String(serial).padStart(18, '0')}`
  const all = Array.from({ length: 97 }, (_, n) => issuer + String(n).padStart(2, '0') + ending)
  return all.find(isEid) ?? ''
}
