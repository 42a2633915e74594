import type { AreaHandlers, AreaWork } from '#backend/area.ts'
import { lineUserOf, memberOf, signedInOf, type Caller } from '#backend/caller.ts'
import { whoOf } from '#backend/contract/who.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { answerForFree, answerWithOption, answerWithPack } from './commands/answer.ts'
import { askHolder } from './commands/ask.ts'
import { endRequestsThatAreOver, withdrawRequest } from './commands/end-over.ts'
import { readFamilyRequests } from './queries/family-requests.ts'
import { readLineRequests } from './queries/line-requests.ts'

export function createFamilyRequestArea(deps: ProcedureDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'family requests ended', run: (now) => endRequestsThatAreOver(deps, now) }],
  }
  return { handlers: familyRequestHandlers(deps), work }
}

/** The operations of protocol/family-request.ts. */
function familyRequestHandlers(deps: ProcedureDeps) {
  const ofLine = (caller: Caller, lineId: string) =>
    readLineRequests(caller.db, deps, {
      contractId: memberOf(caller).contractId,
      lineId,
      roleId: lineUserOf(caller),
      now: caller.now,
    })
  const ofFamily = (caller: Caller, only?: 'open') =>
    readFamilyRequests(caller.db, deps, {
      contractId: memberOf(caller).contractId,
      isHolder: signedInOf(caller).place === undefined,
      only,
      now: caller.now,
    })
  return {
    lineRequestGet: ({ query }, caller) => ofLine(caller, query.lineId),

    async lineRequestPost({ body }, caller) {
      await askHolder(caller.db, deps, whoOf(caller), signedInOf(caller), body)
      return ofLine(caller, body.lineId)
    },

    async lineRequestDelete({ query }, caller) {
      await withdrawRequest(caller.db, deps, whoOf(caller), query)
      return ofLine(caller, query.lineId)
    },

    familyRequestGet: ({ query }, caller) => ofFamily(caller, query.only),

    async familyRequestAnswerPost({ body }, caller) {
      await answerForFree(caller.db, deps, whoOf(caller), body)
      return ofFamily(caller)
    },

    async familyRequestPackPost({ body }, caller) {
      await answerWithPack(caller.db, deps, whoOf(caller), body)
      return ofFamily(caller)
    },

    async familyRequestOptionPost({ body }, caller) {
      await answerWithOption(caller.db, deps, whoOf(caller), body)
      return ofFamily(caller)
    },
  } satisfies AreaHandlers
}
