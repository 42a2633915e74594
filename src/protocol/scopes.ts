import { accessScopes, scopeWords, type AccessScope } from '#vocabulary/connection.ts'
import type { FamilyRole } from '#vocabulary/family.ts'
import type { Api, Endpoint } from './endpoint.ts'
import { api } from './index.ts'

const scoped: readonly Endpoint[] = Object.values<Endpoint>(api satisfies Api)

/**
 * What somebody may give a program: nobody gives more than they have, and what shows a whole contract is not given for
 * some lines of it.
 */
export function scopesToGive(given: {
  /** None: the holder. */
  readonly role: FamilyRole | undefined
  readonly isOfLines: boolean
}): readonly AccessScope[] {
  return accessScopes.filter(
    (scope) =>
      (scopeWords[scope].isOfLine || !given.isOfLines) &&
      scoped.some((one) => one.scope === scope && isOpenTo(one, given.role)),
  )
}

const isOpenTo = ({ roles = [] }: Endpoint, role: FamilyRole | undefined) =>
  role === undefined || roles.includes(role)
