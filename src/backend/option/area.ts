import type { AreaHandlers, AreaWork } from '#backend/area.ts'
import { memberOf, requireProof, type Caller } from '#backend/caller.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import { whoOf } from '#backend/contract/who.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { toReceipt } from '#backend/procedure/receipts.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { OptionFamily } from '#vocabulary/option.ts'
import { endLeftOptions } from './commands/end-left-options.ts'
import { endOptionsOfEnded } from './commands/end-options-of-ended.ts'
import { joinOption, type JoinRequest } from './commands/join-option.ts'
import { leaveOption, type LeaveRequest } from './commands/leave-option.ts'
import { takeSwitchAnswer } from './commands/take-answer.ts'
import { optionJoin, optionLeave } from './procedure.ts'
import { loadOptions, placeOf } from './queries/load.ts'
import { contractedOptions, joinableOptions, leavableOptions } from './queries/offers.ts'
import { toWireOption } from './queries/wire-option.ts'

export function createOptionArea(deps: ProcedureDeps) {
  const { db } = deps.database
  const work: AreaWork = {
    onExchange: [(tx, outcome, now) => takeSwitchAnswer(tx, deps, outcome, now)],
    tasks: [
      {
        name: 'options that were left',
        run: (now) => endLeftOptions(deps, now),
      },
      {
        name: 'options of what has ended',
        run: (now) => db.transaction().execute((tx) => endOptionsOfEnded(tx, deps, now)),
      },
    ],
  }
  return { handlers: optionHandlers(deps), work }
}

function optionHandlers(deps: ProcedureDeps) {
  const asked = (caller: Caller, family: OptionFamily, lineId?: string) => ({
    contractId: memberOf(caller).contractId,
    family,
    lineId,
    now: caller.now,
  })
  const joinable = (caller: Caller, family: OptionFamily, lineId?: string) =>
    joinableOptions(caller.db, deps, asked(caller, family, lineId))
  const leavable = (caller: Caller, family: OptionFamily, lineId?: string) =>
    leavableOptions(caller.db, deps, asked(caller, family, lineId))
  const contracted = (caller: Caller, family: OptionFamily, lineId?: string) =>
    contractedOptions(caller.db, deps, asked(caller, family, lineId))

  /** The receipt, and the option as it is now. */
  async function receiptOf(caller: Caller, request: JoinRequest | LeaveRequest, order: OrderRow) {
    const { db, now } = caller
    const facts = await loadOptions(db, { contractId: order.contract_id, now })
    const procedure = optionJoin.owns(order) ? optionJoin : optionLeave
    const option = toWireOption(deps, facts, placeOf(facts.known, request), now)
    return { ...toReceipt(procedure, order), option }
  }
  const join = async (caller: Caller, body: JoinRequest) =>
    receiptOf(caller, body, await joinOption(caller.db, deps, whoOf(caller), body))
  const leave = async (caller: Caller, body: LeaveRequest) =>
    receiptOf(caller, body, await leaveOption(caller.db, deps, whoOf(caller), body))

  return {
    supportOptionAvailableGet: ({ query }, caller) => joinable(caller, 'support', query.lineId),
    supportOptionPost: ({ body }, caller) => join(caller, body),
    supportOptionCancelableGet: ({ query }, caller) => leavable(caller, 'support', query.lineId),
    supportOptionCancelPost: ({ body }, caller) => leave(caller, body),

    voiceOptionGet: async ({ query }, caller) => ({
      options: await contracted(caller, 'voice', query.lineId),
      asOf: formatRfc3339(caller.now),
    }),
    voiceOptionPost: ({ body }, caller) => join(caller, body),
    voiceOptionAvailableGet: ({ query }, caller) => joinable(caller, 'voice', query.lineId),
    voiceOptionCancelableGet: ({ query }, caller) => leavable(caller, 'voice', query.lineId),
    voiceOptionCancelPost({ body }, caller) {
      // It is the member's lock on calls abroad: to lift it takes what lifting any lock takes.
      if (body.optionCode === 'internationalCallStop') requireProof('secondFactor', caller)
      return leave(caller, body)
    },

    async dmmOptionContractingGet(_, caller) {
      const [active, { options, asOf }] = await Promise.all([
        contracted(caller, 'group'),
        joinable(caller, 'group'),
      ])
      return { contracted: active, joinable: options, asOf }
    },
    dmmOptionPost: ({ body }, caller) => join(caller, body),
    dmmOptionCancelableGet: (_, caller) => leavable(caller, 'group'),
    dmmOptionCancelPost: ({ body }, caller) => leave(caller, body),
  } satisfies AreaHandlers
}
