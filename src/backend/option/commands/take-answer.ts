import type { ExchangeOutcome } from '#backend/carrier/exchange.ts'
import { loadContract, type LoadedContract } from '#backend/contract/load.ts'
import { findActiveOptions } from '#backend/contract/options.ts'
import { findOrder } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { takeOrderStep, type StepEngine } from '#backend/procedure/take-order-step.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { options } from '#domain/catalogue/option.ts'
import { factOf } from '#domain/option/decide-option.ts'
import {
  formatRfc3339,
  isBefore,
  startOfDay,
  startOfMonth,
  toTokyoDate,
  toTokyoMonth,
  type Instant,
} from '#domain/tokyo.ts'
import { joinMessage, leaveMessage } from '../messages.ts'
import {
  optionJoin,
  optionLeave,
  placeOfOrder,
  type JoinOrder,
  type LeaveOrder,
} from '../procedure.ts'
import { beginPeriod, setLastDay } from '../rows.ts'

/** What the answer means for the option: it runs from the moment the other side says, or nothing has happened. */
export async function takeSwitchAnswer(
  tx: Db,
  { engine }: Pick<ProcedureDeps, 'engine'>,
  outcome: ExchangeOutcome,
  now: Instant,
) {
  const { orderNo, contractId, request } = outcome
  if (orderNo === null || (request.type !== 'command' && request.type !== 'service')) return
  const known = await loadContract(tx, contractId, { lock: true })
  const row = await findOrder(tx, contractId, orderNo)
  const by: By = { actor: request.type === 'command' ? 'carrier' : 'system', contractId, now }
  if (optionJoin.owns(row)) return takeJoinDecision(tx, engine, by, optionJoin.read(row), outcome)
  if (optionLeave.owns(row))
    return takeLeaveDecision(tx, engine, by, { known, order: optionLeave.read(row), outcome })
}

async function takeJoinDecision(
  tx: Db,
  engine: StepEngine,
  by: By,
  order: JoinOrder,
  { state, answer, exchangeId }: ExchangeOutcome,
) {
  // Its line or contract ended meanwhile, and the service with it.
  if (order.state !== 'setting') return
  const { order_no: orderNo } = order
  if (state === 'unknown') {
    await optionJoin.patch(orderNo, { merge: { answer: state } })(tx, by)
    return
  }
  if (state === 'rejected') {
    const details = { reason: answer['reason'] }
    await takeOrderStep(tx, engine, by, {
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
  const at = effectiveAt(answer, by.now)
  const place = placeOfOrder(order)
  const { sealed } = answer
  await beginPeriod(tx, {
    ...place,
    contractId: by.contractId,
    orderNo,
    at,
    termsVersion: order.details.termsVersion,
    settings: order.details.settings,
    ...(typeof sealed === 'string' && { activation: { exchangeId, sealed } }),
  })
  await takeOrderStep(tx, engine, by, {
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

async function takeLeaveDecision(
  tx: Db,
  engine: StepEngine,
  by: By,
  {
    known,
    order,
    outcome: { state, answer },
  }: { known: LoadedContract; order: LeaveOrder; outcome: ExchangeOutcome },
) {
  if (order.state !== 'stopping') return
  const { order_no: orderNo } = order
  if (state === 'unknown') {
    await optionLeave.patch(orderNo, { merge: { answer: state } })(tx, by)
    return
  }
  const place = placeOfOrder(order)
  const isAtOnce = options[place.code].leaves === 'atOnce'
  const details = state === 'rejected' ? { reason: answer['reason'] } : {}
  if (state === 'rejected' && isAtOnce) {
    await takeOrderStep(tx, engine, by, {
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
  const at = effectiveAt(answer, by.now)
  if (isAtOnce) {
    const period = factOf(await findActiveOptions(tx, known, by.now), place)?.period
    if (period !== undefined)
      await setLastDay(
        tx,
        { contractId: by.contractId, periodId: period.period_id },
        { lastDay: toTokyoDate(at), leftAt: at },
      )
  }
  await takeOrderStep(tx, engine, by, {
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

/** As the other side says, but never in a month that is closed, nor ahead of now: what was not reported cannot be charged. */
function effectiveAt(answer: ExchangeOutcome['answer'], now: Instant): Instant {
  const text = answer['effectiveAt']
  if (typeof text !== 'string') return now
  const at = Temporal.Instant.from(text)
  const earliest = startOfDay(startOfMonth(toTokyoMonth(now)))
  if (isBefore(now, at)) return now
  return isBefore(at, earliest) ? earliest : at
}
