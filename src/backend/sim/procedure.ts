import { holdHours } from '#vocabulary/proof.ts'
import { formatRfc3339, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import { simOrderStates } from '#domain/sim/order-states.ts'
import { defineProcedure } from '#backend/procedure/define.ts'
import type { OrderExtras } from '#backend/procedure/definition.ts'
import { refusedWhy } from '#backend/contract/permissions.ts'
import type { PermissionAnswer } from '#protocol/procedure.ts'
import { simDeadlines } from './queries/deadlines.ts'
import { simOrderDetails, simProcedures, type SimOrder } from './rows/details.ts'
import {
  finishOfSim,
  isEsimOrder,
  isSwitchable,
  nextOfSim,
  offeredHours,
  pendingOf,
  todoOfSim,
  waitsForIdentity,
  wordsOfSim,
} from './queries/status.ts'
import { sealedChosen } from './rows/chosen-options.ts'
import { sealedPortIn } from './rows/port-in.ts'
import { sealedPrepared } from './rows/prepared-order.ts'
import { simTermsChange } from './queries/terms-change.ts'

/** SIMの注文: a further line, another SIM for a line, another kind of line (domain.md §5). */
export const simOrder = defineProcedure({
  names: simProcedures,
  machine: simOrderStates,
  details: simOrderDetails,
  sealed: (order) => [
    ...sealedPortIn(order),
    ...sealedPrepared(order.details.prepared),
    ...sealedChosen(order),
  ],
  holdHours: holdHours.simOrder,
  // An eSIM is neither sent nor delivered.
  course: (order) =>
    isEsimOrder(order)
      ? ['ordered', 'preparing', 'switch_ready', 'switched']
      : ['ordered', 'preparing', 'shipped', 'arrived', 'switch_ready', 'switched'],
  words: wordsOfSim,
  pending: pendingOf,
  next: nextOfSim,
  todo: todoOfSim,
  awaitsOtherSim: ({ state }) => state === 'switch_ready',
  finishesOn: finishOfSim,
  deadlines: simDeadlines,
  mayCancel,
  extras,
  changesTerms: ['simAdd', 'simKindChange'],
  termsChange: simTermsChange,
  addsLine: ['simAdd', 'lineOpen'],
  carrierServed: true,
  outlivesContract: true,
  oneAtATime: ['simReissue', 'simKindChange'],
})

/** As ORDER_NOT_CANCELLABLE says it, on the page it leads to. */
const tooLate = '発送または切り替えの準備が終わっているため、取り消せません。'

/** Until it is shipped, or the profile is made. */
function mayCancel(order: SimOrder): PermissionAnswer {
  if (pendingOf(order)?.key === 'cancelling') return { allowed: false }
  if (simOrderStates.can(order.state, 'cancelled', 'member')) return { allowed: true }
  return { ...refusedWhy('ORDER_NOT_CANCELLABLE'), message: tooLate }
}

function extras(order: SimOrder, now: Instant, lastDay?: TokyoDate): OrderExtras {
  const { switchAt, trackingNo } = order.details
  const esim = esimOf(order)
  return {
    ...(trackingNo === undefined ? {} : { tracking: { carrierName: '配送会社', trackingNo } }),
    switchAt: switchAt === undefined ? undefined : formatRfc3339(switchAt),
    esim,
    switchHours: offeredHours(order, now, lastDay),
    canSwitchOver: isSwitchable(order),
    waitsForIdentity: waitsForIdentity(order),
    waitsForPortIn: Boolean(order.details.portIn?.refused),
  }
}

function esimOf(order: SimOrder) {
  if (!isEsimOrder(order) || order.line_id === null) return undefined
  const ready = ['switch_ready', 'switched', 'auto_switched'].includes(order.state)
  // What was given up or failed has nothing to set up.
  return ready || order.closed_at === null ? { lineId: order.line_id, ready } : undefined
}
