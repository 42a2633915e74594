import { findActiveOptions } from '#backend/contract/options.ts'
import type { AreaHandlers } from '#backend/area.ts'
import { loadNextBills } from '#backend/billing/public.ts'
import { memberOf, type Caller } from '#backend/caller.ts'
import { findLine, findLines } from '#backend/contract/contracts.ts'
import { loadContract } from '#backend/contract/load.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { whoOf } from '#backend/contract/who.ts'
import { readHolder } from '#backend/holder.ts'
import { checkOfOrder } from '#backend/identity/public.ts'
import { toReceipt } from '#backend/procedure/receipts.ts'
import { toWireOrder } from '#backend/procedure/wire-order.ts'
import { RefusalError } from '#backend/refusal.ts'
import { mayOrderSim, type SimOrderRequest } from '#domain/sim/decide-sim-order.ts'
import { planSimOrder, sentBy } from './queries/order-plan.ts'
import { formatRfc3339, toTokyoDate } from '#domain/tokyo.ts'
import { cancelSimOrder } from './commands/cancel-order.ts'
import { readActivation } from './queries/esim.ts'
import { billChange, estimateSim } from './queries/estimate.ts'
import type { SimProgress } from './commands/take-effect.ts'
import type { SimOrder } from './rows/details.ts'
import { placeSimOrder, type SimDeps } from './commands/place-order.ts'
import { chooseSwitchOver } from './commands/choose-switch-over.ts'
import { lineSummary, lineTerms } from './terms.ts'
import { renewPortIn } from './commands/renew-port-in.ts'
import { simOrder } from './procedure.ts'

type Deps = SimDeps & SimProgress
type Confirmed = Parameters<typeof placeSimOrder>[4]

export const simHandlers = (deps: Deps) =>
  ({ ...newOrders(deps), ...placedOrders(deps) }) satisfies AreaHandlers

/** What an order for a SIM would cost and mean, and the order. */
function newOrders(deps: Deps) {
  /** What the order would mean, and whether it may be ordered now. */
  async function quote(caller: Caller, ordered: SimOrderRequest) {
    const { contractId, accountId } = memberOf(caller)
    const { db, now } = caller
    const { sealing, book } = deps
    const known = await loadContract(db, contractId)
    const holder = await readHolder(db, sealing, accountId)
    const plan = planSimOrder(known, ordered, { now, ...sentBy(whoOf(caller)), book })
    const active = await findActiveOptions(db, known, now)
    const estimate = estimateSim({ ...known, active, holder, sealing, book }, plan, now)
    const may = mayOrderSim(plan, known.facts, now)
    const nextBills = await loadNextBills({ db, now }, known, billChange(plan, now), book)
    return { ...estimate, nextBills, why: toWireWhy(plan.procedure, may) }
  }

  async function place(caller: Caller, ordered: SimOrderRequest, confirmed: Confirmed) {
    const member = memberOf(caller)
    const { db } = caller
    const order = await placeSimOrder(db, deps, whoOf(caller), ordered, confirmed)
    const { switchAt } = order.details
    return {
      ...toReceipt(simOrder, order),
      identity: await checkOfOrder(db, member.accountId, order.order_no),
      switchAt: switchAt === undefined ? undefined : formatRfc3339(switchAt),
    }
  }

  /** The kind the line has stays as it is. */
  async function reissue(
    caller: Caller,
    wanted: Pick<SimOrderRequest, 'simSize' | 'reason' | 'eid'> & { lineId: string },
  ): Promise<SimOrderRequest> {
    const line = await findLine(caller.db, memberOf(caller).contractId, wanted.lineId)
    return { ...wanted, order: 'reissue', kind: line.kind }
  }

  return {
    async simAddCostGet({ query: { kind, size } }, caller) {
      return quote(caller, { order: 'add', kind, simSize: size })
    },

    async simAddContractGet(_, { now }) {
      return { ...lineTerms, summary: lineSummary(toTokyoDate(now)) }
    },

    async simAddPost({ body }, caller) {
      const { kind, size, eid, nickname, conditions, termsVersion } = body
      if (termsVersion !== lineTerms.version) throw new RefusalError('TERMS_OUTDATED')
      const ordered: SimOrderRequest = { order: 'add', kind, simSize: size, eid, nickname }
      return place(caller, ordered, { conditions, termsVersion })
    },

    async simChangeSizeInitialCostGet({ query: { lineId, size, reason } }, caller) {
      return quote(caller, await reissue(caller, { lineId, simSize: size, reason }))
    },

    async simChangeSizeRegisterPost({ body }, caller) {
      const { lineId, size, reason, eid, conditions, switchAt } = body
      const ordered = await reissue(caller, { lineId, simSize: size, reason, eid })
      return place(caller, ordered, { conditions, switchAt: toInstant(switchAt) })
    },

    async simChangeTypeInitialCostGet({ query: { lineId, kind, size } }, caller) {
      return quote(caller, { order: 'kindChange', lineId, kind, simSize: size })
    },

    async simChangeTypeRegisterPost({ body }, caller) {
      const { lineId, kind, size, eid, conditions, switchAt } = body
      const ordered: SimOrderRequest = { order: 'kindChange', lineId, kind, simSize: size, eid }
      return place(caller, ordered, { conditions, switchAt: toInstant(switchAt) })
    },
  } satisfies AreaHandlers
}

/** What the member does with an order for a SIM that was placed. */
function placedOrders(deps: Deps) {
  /** The order as its page shows it next. */
  async function answer({ db, now }: Caller, order: SimOrder) {
    const lines = await findLines(db, order.contract_id)
    return toWireOrder(simOrder, order, lines, { sealing: deps.sealing, now })
  }

  return {
    async orderDelete({ query: { orderNo } }, caller) {
      const who = whoOf(caller)
      const order = await cancelSimOrder(caller.db, deps, who, orderNo)
      return answer(caller, order)
    },

    async orderSwitchOverPost({ body: { orderNo, switchAt } }, caller) {
      const who = whoOf(caller)
      const order = await chooseSwitchOver(caller.db, deps, who, orderNo, toInstant(switchAt))
      return answer(caller, order)
    },

    async orderPortInPut({ body: { orderNo, by, reservationNo } }, caller) {
      const who = whoOf(caller)
      const renewed =
        by === 'reservation' && reservationNo !== undefined
          ? { mnpNumber: reservationNo }
          : 'newNumber'
      const order = await renewPortIn(caller.db, deps, who, orderNo, renewed)
      return answer(caller, order)
    },

    async esimActivationGet({ query: { lineId } }, caller) {
      return readActivation(caller.db, deps.sealing, memberOf(caller).contractId, lineId)
    },
  } satisfies AreaHandlers
}

export function toInstant(text: string | undefined) {
  return text === undefined ? undefined : Temporal.Instant.from(text)
}
