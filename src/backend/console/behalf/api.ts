import type { ApiHandlers } from '#backend/area.ts'
import { grantOf, staffOf, type Caller, type OpenGrant } from '#backend/caller.ts'
import type { MountedHandlers } from '#backend/mount.ts'
import { actByGrant } from '#backend/console/grant/public.ts'
import { RefusalError } from '#backend/refusal.ts'
import { behalfApi, isBehalfAct, isBehalfRead } from '#protocol/console/behalf.ts'

/**
 * Procedures that staff press for a member, on the member's own screens (docs/decisions/105): the member API's own
 * handlers, called as the member of an open grant. The same rules, the same answers; only the record says who pressed
 * (`whoOf`). There is no second implementation of a procedure.
 */
export function behalfHandlers(member: ApiHandlers): MountedHandlers {
  const ofMember: MountedHandlers = member
  const handlerOf = (name: string): MountedHandlers[string] => {
    const handler = ofMember[name]
    if (handler === undefined) throw new Error(`The operation ${name} has no handler`)
    // The part is opened and noted by the mount.
    if (isBehalfRead(name))
      return (input, caller) => handler(input, asMember(caller, grantOf(caller)))
    if (isBehalfAct(name))
      return async (input, caller) =>
        handler(input, asMember(caller, await actByGrant(caller.db, actingOf(caller))))
    return async () => {
      throw new RefusalError('BY_MEMBER_ALONE')
    }
  }
  return Object.fromEntries(Object.keys(behalfApi).map((name) => [name, handlerOf(name)]))
}

/** @throws RefusalError GRANT_OVER where the page names none */
function actingOf(caller: Caller): Parameters<typeof actByGrant>[1] {
  const { grantId, now, traceKey } = caller
  if (grantId === undefined) throw new RefusalError('GRANT_OVER')
  return { staff: staffOf(caller), grantId, now, traceKey }
}

/** The caller's code stands for the proofs of a login: it was asked for within this grant. */
const asMember = (caller: Caller, grant: OpenGrant): Caller => ({
  ...caller,
  grant,
  signedIn: {
    sessionHash: '',
    accountId: grant.accountId,
    subject: '',
    staff: false,
    contractId: grant.contractId,
    authenticatedAt: caller.now,
    secondFactorAt: caller.now,
    strongProofAt: null,
    deviceKnownFrom: null,
    lastUsedAt: caller.now,
    endsAt: caller.now,
  },
})
