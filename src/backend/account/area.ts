import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import { accountOf, memberOf } from '#backend/caller.ts'
import { readProfile } from '#backend/holder.ts'
import { personalOf } from './profile.ts'

/** What the account tells of its holder (protocol/account.ts). */
export function createAccountArea({ sealing }: AreaDeps) {
  const handlers = {
    userGet: (_, caller) => readProfile(caller.db, sealing, accountOf(caller).accountId),

    personalGet: (_, caller) => personalOf(caller.db, sealing, memberOf(caller).accountId),
  } satisfies AreaHandlers
  const work: AreaWork = {}
  return { handlers, work }
}
