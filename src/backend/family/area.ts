import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import { memberOf, signedInOf } from '#backend/caller.ts'
import { findLines } from '#backend/contract/contracts.ts'
import { whoOf, whoOfAccount } from '#backend/contract/who.ts'
import { acceptInvitation } from './commands/accept.ts'
import { choosePlace } from './commands/choose-place.ts'
import { endRole, endRolesThatAreOver, leaveRole } from './commands/end-role.ts'
import { invite } from './commands/invite.ts'
import { readFamilyLines } from './queries/lines.ts'
import { readInvitation, readPlaces, readRoles, toWireRole } from './queries/roles.ts'

export function createFamilyArea(deps: AreaDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'family roles ended', run: (now) => endRolesThatAreOver(deps, now) }],
  }
  return { handlers: familyHandlers(deps), work }
}

/** The operations of protocol/family.ts. */
function familyHandlers(deps: Pick<AreaDeps, 'sealing' | 'outbox' | 'publicUrl'>) {
  return {
    familyGet: (_, caller) =>
      readRoles(caller.db, deps, {
        ...memberOf(caller),
        place: caller.signedIn?.place,
        now: caller.now,
      }),

    async familyInvitationPost({ body }, caller) {
      const row = await invite(caller.db, deps, whoOf(caller), body)
      return toWireRole(deps, row, await findLines(caller.db, row.contract_id), caller.now)
    },

    async familyRoleDelete({ query }, caller) {
      const row = await endRole(caller.db, deps, whoOf(caller), query.roleId)
      return toWireRole(deps, row, await findLines(caller.db, row.contract_id), caller.now)
    },

    familyInvitationGet: ({ query }, caller) =>
      readInvitation(caller.db, deps, { ...query, now: caller.now }),

    async familyAcceptPost({ body }, caller) {
      await acceptInvitation(caller.db, deps, whoOfAccount(caller), body.secret)
      return readPlaces(caller.db, deps, signedInOf(caller))
    },

    familyPlacesGet: (_, caller) => readPlaces(caller.db, deps, signedInOf(caller)),

    async familyPlacePut({ body: { roleId } }, caller) {
      await choosePlace(caller.db, signedInOf(caller), roleId)
      return readPlaces(caller.db, deps, signedInOf(caller), { roleId })
    },

    async familyPlaceDelete({ query }, caller) {
      await leaveRole(caller.db, deps, whoOfAccount(caller), query.roleId)
      return readPlaces(caller.db, deps, signedInOf(caller))
    },

    familyLinesGet: (_, caller) =>
      readFamilyLines(caller.db, deps, {
        ...memberOf(caller),
        place: caller.signedIn?.place,
        now: caller.now,
      }),
  } satisfies AreaHandlers
}
