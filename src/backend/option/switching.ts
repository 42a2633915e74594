import {
  askOfLine,
  newExchangeId,
  requestExchange,
  sealFields,
  type ExchangeListener,
  type ExchangeOutcome,
} from '#backend/carrier/exchange.ts'
import { lineOf, loadContract, type LoadedContract } from '#backend/contract/load.ts'
import { findHeldOptions } from '#backend/contract/options.ts'
import { findOrder } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { options } from '#domain/catalogue/option.ts'
import { factOf, type OptionPlace } from '#domain/option/decide-option.ts'
import {
  formatRfc3339,
  isBefore,
  startOfDay,
  startOfMonth,
  toTokyoDate,
  toTokyoMonth,
  type Instant,
} from '#domain/tokyo.ts'
import { joinMessage, leaveMessage } from './messages.ts'
import { optionJoin, optionLeave, type JoinOrder, type LeaveOrder } from './procedure.ts'
import { beginPeriod, openSettings, setLastDay } from './store.ts'

type Deps = { queue: JobQueue; commit: Commit; sealing: Sealing }

/** Asks for the option with what the member chose for it. */
export const askToSwitchOn: Ask<JoinOrder> = (tx, deps, known, order, now) =>
  ask(tx, deps, known, { order, on: true, chosen: order.details.settings, now })

export const askToSwitchOff: Ask<LeaveOrder> = (tx, deps, known, order, now) =>
  ask(tx, deps, known, { order, on: false, chosen: undefined, now })

type Ask<Order> = (
  tx: Db,
  deps: Deps,
  known: LoadedContract,
  order: Order,
  now: Instant,
) => Promise<unknown>

type Wish = {
  readonly order: JoinOrder | LeaveOrder
  readonly on: boolean
  readonly chosen: JoinOrder['details']['settings']
  readonly now: Instant
}

/** The call is made by the worker, and its answer comes to the listener below. */
async function ask(
  tx: Db,
  { queue, sealing }: Deps,
  known: LoadedContract,
  { order, on, chosen, now }: Wish,
) {
  const exchangeId = newExchangeId()
  const { contract_id: contractId, order_no: orderNo } = order
  const { code, lineId } = placeOfOrder(order)
  const { switched } = options[code]
  if (switched.by === 'us') throw new Error(`${code} is switched by us`)
  const settings = openSettings(sealing, contractId, { code, lineId }, chosen)
  const more = { orderNo, exchangeId, now }
  if (switched.by === 'provider') {
    const { service } = switched
    const request = { type: 'service', service, memberRef: contractId, on } as const
    return requestExchange(tx, queue, { ...more, contractId, request })
  }
  const command = `services/${switched.service}`
  return askOfLine(
    tx,
    queue,
    lineOf(known, lineId ?? ''),
    {
      type: 'command',
      command,
      body: { on },
      ...(settings && { sealedFields: sealFields(sealing, exchangeId, settings) }),
    },
    more,
  )
}

/** What the answer means for the option: it runs from the moment the other side says, or nothing has happened. */
export function createOptionListener(deps: Deps): ExchangeListener {
  return async (tx, outcome, now) => {
    const { orderNo, contractId, request } = outcome
    if (orderNo === null || (request.type !== 'command' && request.type !== 'service')) return
    const known = await loadContract(tx, contractId, { lock: true })
    const row = await findOrder(tx, contractId, orderNo)
    const actor = request.type === 'command' ? 'carrier' : 'system'
    const by: By = { actor, contractId, now }
    if (optionJoin.owns(row)) return joinAnswered(tx, deps, by, optionJoin.read(row), outcome)
    if (optionLeave.owns(row))
      return leaveAnswered(tx, deps, by, known, optionLeave.read(row), outcome)
  }
}

async function joinAnswered(
  tx: Db,
  { commit }: Deps,
  by: By,
  order: JoinOrder,
  { state, answer: told, exchangeId }: ExchangeOutcome,
) {
  // Its line or contract ended meanwhile, and the service with it.
  if (order.state !== 'setting') return
  const { order_no: orderNo } = order
  if (state === 'unknown') {
    await optionJoin.patch(orderNo, { merge: { answer: state } })(tx, by)
    return
  }
  if (state === 'rejected') {
    const details = { reason: told['reason'] }
    await commit.order(tx, by, {
      procedure: optionJoin,
      step: optionJoin.advance(orderNo, {
        event: 'refused',
        details,
        merge: { answer: state, nextSteps: [] },
      }),
      audit: { action: 'option-join-refused', details },
      message: (message) => joinMessage('refused', message),
    })
    return
  }
  const at = effectiveAt(told, by.now)
  const place = placeOfOrder(order)
  const { sealed } = told
  await beginPeriod(tx, {
    ...place,
    contractId: by.contractId,
    orderNo,
    at,
    termsVersion: order.details.termsVersion,
    settings: order.details.settings,
    ...(typeof sealed === 'string' && { activation: { exchangeId, sealed } }),
  })
  await commit.order(tx, by, {
    procedure: optionJoin,
    step: optionJoin.advance(orderNo, {
      event: 'joined',
      effectiveOn: toTokyoDate(at),
      merge: {
        answer: state,
        effectiveAt: formatRfc3339(at),
        nextSteps: [nextStep('この時刻からお使いいただけます。', formatRfc3339(at))],
      },
    }),
    audit: { action: 'option-joined', details: { optionCode: place.code, at: formatRfc3339(at) } },
    message: (message) => joinMessage('joined', message),
  })
}

async function leaveAnswered(
  tx: Db,
  { commit }: Deps,
  by: By,
  known: LoadedContract,
  order: LeaveOrder,
  { state, answer: told }: ExchangeOutcome,
) {
  if (order.state !== 'stopping') return
  const { order_no: orderNo } = order
  if (state === 'unknown') {
    await optionLeave.patch(orderNo, { merge: { answer: state } })(tx, by)
    return
  }
  const place = placeOfOrder(order)
  const isAtOnce = options[place.code].leaves === 'atOnce'
  const details = state === 'rejected' ? { reason: told['reason'] } : {}
  if (state === 'rejected' && isAtOnce) {
    await commit.order(tx, by, {
      procedure: optionLeave,
      step: optionLeave.advance(orderNo, {
        event: 'refused',
        details,
        merge: { answer: state, nextSteps: [] },
      }),
      audit: { action: 'option-stop-refused', details },
      message: (message) => leaveMessage('refused', message),
    })
    return
  }
  const at = effectiveAt(told, by.now)
  if (isAtOnce) {
    const period = factOf(await findHeldOptions(tx, known, by.now), place)?.period
    if (period !== undefined)
      await setLastDay(
        tx,
        { contractId: by.contractId, periodId: period.period_id },
        { lastDay: toTokyoDate(at), leftAt: at },
      )
  }
  await commit.order(tx, by, {
    procedure: optionLeave,
    step: optionLeave.advance(orderNo, {
      event: 'ended',
      details,
      merge: { answer: state, nextSteps: [] },
    }),
    // Refused after the last day: the member has left all the same, and somebody should look at the carrier's side.
    audit: {
      action: state === 'rejected' ? 'option-ended-stop-refused' : 'option-ended',
      details: { ...details, optionCode: place.code },
    },
    message: (message) => leaveMessage('ended', message),
  })
}

/** As the other side says, but never in a month that is closed, nor ahead of now: what is not told cannot be charged. */
function effectiveAt(told: ExchangeOutcome['answer'], now: Instant): Instant {
  const text = told['effectiveAt']
  if (typeof text !== 'string') return now
  const at = Temporal.Instant.from(text)
  const earliest = startOfDay(startOfMonth(toTokyoMonth(now)))
  if (isBefore(now, at)) return now
  return isBefore(at, earliest) ? earliest : at
}

export function placeOfOrder({ details, line_id: lineId }: JoinOrder | LeaveOrder): OptionPlace {
  return { code: details.optionCode, lineId: lineId ?? undefined }
}
