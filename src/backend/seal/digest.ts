import { createHash } from 'node:crypto'

export type SealedHead = {
  readonly chain: string
  readonly position: number
  readonly hash: string
}

/** Before the first seal. */
export const NO_SEAL = ''

/** What is sealed: that these audits ended so, after all that was sealed before. @param heads in the order of their chains */
export function digestOf(
  number: number,
  previousDigest: string,
  heads: readonly SealedHead[],
): string {
  const hash = createHash('sha256').update(`seal\0${number}\0${previousDigest}`)
  for (const head of heads) hash.update(`\0${head.chain}\0${head.position}\0${head.hash}`)
  return hash.digest('base64url')
}
