import type { z } from 'zod'
import { loadContract } from '#backend/contract/load.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { deviceClaimStates, type DeviceClaimEvent } from '#domain/device/claim-states.ts'
import { addDays, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { claimMessage } from '../messages.ts'
import { deviceClaim, type ClaimOrder } from '../procedure.ts'
import {
  deskSteps,
  isRefusalReason,
  type deskJob,
  type DeskStep,
  type DeskStepName,
} from '../queries/desk.ts'

/** A replacement for a device that is with us ends the claim: the member has nothing to return. */
function eventOf(step: DeskStepName, { state, details }: ClaimOrder): DeviceClaimEvent {
  const isReplacement = step === 'delivered' && state === 'exchange_shipped' && details.isWithUs
  return isReplacement ? 'replacement_delivered' : deskSteps[step].event
}

type DeskCommand = z.output<typeof deskJob.payload>
type Deps = Pick<ProcedureDeps, 'database' | 'log' | 'engine'>

/** Takes one step that staff decided; repeating it changes nothing. */
export const takeDeskStep = (
  { database, log, engine }: Deps,
  command: DeskCommand,
  now: Instant,
): Promise<void> =>
  database.db.transaction().execute(async (tx) => {
    const { contractId, orderNo, step } = command
    await loadContract(tx, contractId, { lock: true })
    const order = await deviceClaim.find(tx, { contractId, orderNo })
    const event = eventOf(step, order)
    if (deviceClaimStates.can(order.state, event, 'staff'))
      await advance(tx, engine, order, command, now)
    else log.warn({ orderNo, step, state: order.state }, 'claim step does not fit')
  })

async function advance(
  tx: Db,
  engine: Deps['engine'],
  order: ClaimOrder,
  { step, value }: DeskCommand,
  now: Instant,
) {
  const { occasion: own, days, kind, takes }: DeskStep = deskSteps[step]
  const event = eventOf(step, order)
  const by: By = { actor: 'staff', contractId: order.contract_id, now }
  const reached = deviceClaimStates.target(order.state, event)
  const occasion = reached === 'return_awaited' ? 'returnAwaited' : own
  const limit = reached === 'return_awaited' ? 'claimReturnDays' : days
  const today = toTokyoDate(now)
  const expectedOn = limit === undefined ? null : addDays(today, ruleValue(limit, today))
  await takeOrderStep(tx, engine, by, {
    procedure: deviceClaim,
    step: deviceClaim.advance(order.order_no, {
      event,
      expectedOn,
      merge: {
        nextSteps: [],
        ...(kind && { kind }),
        ...(event === 'device_arrived' && { isWithUs: true }),
        ...(takes === 'tracking' && value !== undefined && { trackingNo: value }),
        ...(takes === 'reason' &&
          value !== undefined &&
          isRefusalReason(value) && { reason: value }),
      },
    }),
    audit: { action: `device-claim-${event.replaceAll('_', '-')}`, details: { value } },
    message: (facts) => claimMessage(occasion, facts, `-${facts.order.version}`),
  })
}

/** Ends what the member did not do in time: send photographs, the device to be repaired, or the one to be returned. */
export async function lapseClaims({ database, engine }: Omit<Deps, 'log'>, now: Instant) {
  const today = toTokyoDate(now)
  const waiting = await deviceClaim.findOpen(database.db, [
    'photographs_required',
    'awaiting_device',
    'return_awaited',
  ])
  const late = waiting.filter(({ expected_on: on }) => on !== null && on < today)
  for (const row of late)
    await database.db.transaction().execute((tx) => lapseOne(tx, engine, row, now))
}

async function lapseOne(tx: Db, engine: Deps['engine'], row: OrderRow, now: Instant) {
  const { contract_id: contractId, order_no: orderNo } = row
  const by: By = { actor: 'system', contractId, now }
  await loadContract(tx, contractId, { lock: true })
  const order = await deviceClaim.find(tx, { contractId, orderNo })
  if (order.state !== row.state || order.expected_on !== row.expected_on) return
  const isReturn = order.state === 'return_awaited'
  await takeOrderStep(tx, engine, by, {
    procedure: deviceClaim,
    step: deviceClaim.advance(orderNo, {
      event: 'overdue',
      expectedOn: null,
      merge: { nextSteps: [] },
    }),
    audit: { action: isReturn ? 'device-claim-return-missing' : 'device-claim-lapsed' },
    message: (facts) => claimMessage(isReturn ? 'returnMissing' : 'lapsed', facts),
  })
}
