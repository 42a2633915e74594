import { staffChain } from '#backend/staff-access.ts'
import type { RequestFacts } from '#backend/wire.ts'

/** Whose requests are counted together. */
export type Asker = {
  /** The account, or the secret of an address. */
  person?: string | undefined
  /** Empty for what is asked in process. */
  address?: string | undefined
}

export function askerOf({ staff, signedIn, address }: RequestFacts): Asker {
  return { person: staff ? staffChain(staff.staffId) : signedIn?.accountId, address }
}
