import { planCodes } from '#domain/catalogue/plan.ts'
import { baseGrant } from '#domain/data/grant.ts'
import type { TokyoMonth } from '#domain/tokyo.ts'

/** The whole base of a month by size, as columns of a statement; the bucket is the same for every size. */
export function basesOf(month: TokyoMonth) {
  const bases = planCodes.map((code) => ({ code, grant: baseGrant(month, code) }))
  const given = bases.filter(({ grant }) => grant.grantedBytes > 0)
  return {
    sizes: given.map(({ code }) => code),
    volumes: given.map(({ grant }) => grant.grantedBytes),
    bucket: given[0]?.grant,
  }
}
