import type { AreaHandlers } from '#backend/area.ts'
import { accountOf } from '#backend/caller.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { prepareCheck, type FindSubject } from './commands/prepare-check.ts'
import { isOfOtherSession, toWireCheck } from './queries.ts'
import { findCheckOfOrder } from './rows/checks.ts'

export function identityHandlers(
  deps: StepDeps & { readonly publicUrl: string; readonly findSubject: FindSubject },
) {
  return {
    async identityCheckGet({ query }, caller) {
      const row = await findCheckOfOrder(caller.db, accountOf(caller).accountId, query.orderNo)
      if (!row) throw new RefusalError('NOT_FOUND')
      return toWireCheck(row)
    },

    async identityCheckPost({ body }, caller) {
      const { db, now } = caller
      const who = { ...accountOf(caller), now }
      const subject = await deps.findSubject(db, who.accountId, body.orderNo)
      if (isOfOtherSession(subject, caller.signedIn?.sessionHash))
        throw new RefusalError('IDENTITY_ON_OTHER_DEVICE')
      return prepareCheck(db, deps, who, { ...body, subject })
    },
  } satisfies AreaHandlers
}
