import { options } from '#domain/catalogue/option.ts'
import type { AreaHandlers } from '#backend/area.ts'
import { loadBillsAhead } from '#backend/billing/next-bills.ts'
import { memberOf, requireProof, type Caller } from '#backend/caller.ts'
import { lineOf } from '#backend/contract/load.ts'
import { inUse } from '#backend/contract/options.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import { whoOf } from '#backend/contract/who.ts'
import { toReceipt } from '#backend/procedure/receipts.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { OptionFamily } from '#vocabulary/option.ts'
import { optionJoin, optionLeave } from './procedure.ts'
import { placeOf, type JoinWish, type LeaveWish, type OptionService } from './service.ts'
import { placesOf, toJoinable, toLeavable, toWireOption } from './wire.ts'

export function optionHandlers(service: OptionService) {
  async function load(caller: Caller, lineId?: string) {
    const { contractId } = memberOf(caller)
    const loaded = await service.load(caller.db, contractId, caller.now)
    if (lineId !== undefined) lineOf(loaded.known, lineId)
    return loaded
  }

  async function joinables(caller: Caller, family: OptionFamily, lineId?: string) {
    const loaded = await load(caller, lineId)
    const billsWith = await loadBillsAhead(caller, loaded.known, loaded.book)
    return {
      options: placesOf(loaded, family, lineId).map((place) =>
        toJoinable(loaded, place, billsWith, caller.now),
      ),
      asOf: formatRfc3339(caller.now),
    }
  }

  async function leavables(caller: Caller, family: OptionFamily, lineId?: string) {
    const loaded = await load(caller, lineId)
    const billsWith = await loadBillsAhead(caller, loaded.known, loaded.book)
    return {
      options: running(loaded.held, family, lineId).map((place) =>
        toLeavable(loaded, place, billsWith, caller.now),
      ),
      asOf: formatRfc3339(caller.now),
    }
  }

  async function contracted(caller: Caller, family: OptionFamily, lineId?: string) {
    const loaded = await load(caller, lineId)
    return running(loaded.held, family, lineId).map((place) =>
      toWireOption(loaded, place, caller.now),
    )
  }

  async function answer(caller: Caller, wish: JoinWish | LeaveWish, order: OrderRow) {
    const loaded = await load(caller)
    const place = placeOf(loaded.known, wish)
    const procedure = optionJoin.owns(order) ? optionJoin : optionLeave
    return { ...toReceipt(procedure, order), option: toWireOption(loaded, place, caller.now) }
  }

  const join = async (caller: Caller, body: JoinWish) =>
    answer(caller, body, await service.join(caller.db, whoOf(caller), body))
  const leave = async (caller: Caller, body: LeaveWish) =>
    answer(caller, body, await service.leave(caller.db, whoOf(caller), body))

  return {
    supportOptionAvailableGet: ({ query }, caller) => joinables(caller, 'support', query.lineId),
    supportOptionPost: ({ body }, caller) => join(caller, body),
    supportOptionCancelableGet: ({ query }, caller) => leavables(caller, 'support', query.lineId),
    supportOptionCancelPost: ({ body }, caller) => leave(caller, body),

    async voiceOptionGet({ query }, caller) {
      const held = await contracted(caller, 'voice', query.lineId)
      return { options: held, asOf: formatRfc3339(caller.now) }
    },
    voiceOptionPost: ({ body }, caller) => join(caller, body),
    voiceOptionAvailableGet: ({ query }, caller) => joinables(caller, 'voice', query.lineId),
    voiceOptionCancelableGet: ({ query }, caller) => leavables(caller, 'voice', query.lineId),
    voiceOptionCancelPost({ body }, caller) {
      // It is the member's lock on calls abroad: to lift it takes what lifting any lock takes.
      if (body.optionCode === 'internationalCallStop') requireProof('secondFactor', caller)
      return leave(caller, body)
    },

    async dmmOptionContractingGet(_, caller) {
      const [held, { options: joinable, asOf }] = await Promise.all([
        contracted(caller, 'group'),
        joinables(caller, 'group'),
      ])
      return { contracted: held, joinable, asOf }
    },
    dmmOptionPost: ({ body }, caller) => join(caller, body),
    dmmOptionCancelableGet: (_, caller) => leavables(caller, 'group'),
    dmmOptionCancelPost: ({ body }, caller) => leave(caller, body),
  } satisfies AreaHandlers
}

/** In use, or being left or set up for the second time: what the member has. */
function running(
  held: Parameters<typeof inUse>[0],
  family: OptionFamily,
  lineId: string | undefined,
) {
  return inUse(held)
    .filter(
      (one) =>
        options[one.code].family === family &&
        (lineId === undefined || one.lineId === undefined || one.lineId === lineId),
    )
    .map(({ code, lineId: ofLine }) => ({ code, lineId: ofLine }))
}
