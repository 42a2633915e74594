import { z } from 'zod'
import type { AreaDeps } from '#backend/area.ts'
import { loadContract } from '#backend/contract/load.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { defineJob, runJob } from '#backend/jobs/queue.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import { ruleValue, type RuleKey } from '#domain/catalogue/rules.ts'
import { deviceClaimStates, type DeviceClaimEvent } from '#domain/device/claim-states.ts'
import { addDays, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { claimRefusalReasons, type ClaimRefusalReason } from '#vocabulary/device.ts'
import { claimMessage, type ClaimOccasion } from './messages.ts'
import { deviceClaim, type ClaimOrder } from './procedure.ts'

/** What the desk says of a claim (npm run claims), and what follows from it. */
export const deskSteps = {
  photographs: {
    event: 'photographs_asked',
    tells: 'photographsAsked',
    days: 'claimPhotographDays',
  },
  repair: {
    event: 'repair_approved',
    tells: 'repairApproved',
    days: 'claimSendDays',
    kind: 'repair',
  },
  exchange: { event: 'exchange_approved', tells: 'exchangeApproved', kind: 'exchange' },
  refuse: { event: 'refused', tells: 'refused', takes: 'reason' },
  arrived: { event: 'device_arrived', tells: 'deviceArrived' },
  repaired: { event: 'repair_shipped', tells: 'repairShipped', takes: 'tracking' },
  sent: { event: 'exchange_shipped', tells: 'exchangeShipped', takes: 'tracking' },
  delivered: { event: 'delivered', tells: 'closed' },
  returned: { event: 'return_arrived', tells: 'closed' },
} as const satisfies Record<string, DeskStep>

type DeskStep = {
  readonly event: DeviceClaimEvent
  readonly tells: ClaimOccasion
  /** How long the member has for what comes next. */
  readonly days?: RuleKey
  readonly kind?: 'repair' | 'exchange'
  readonly takes?: 'reason' | 'tracking'
}
export type DeskStepName = keyof typeof deskSteps

export const isDeskStep = (text: string): text is DeskStepName => Object.hasOwn(deskSteps, text)
export const isRefusalReason = (text: string): text is ClaimRefusalReason =>
  Object.hasOwn(claimRefusalReasons, text)

/** Sent by the command, worked on by the worker: it has the keys and the mail. */
export const deskJob = defineJob({
  name: 'device-claim-desk',
  payload: z.object({
    contractId: z.string(),
    orderNo: z.string(),
    step: z.string().refine(isDeskStep),
    /** A reason of refusal or a tracking number, as the step wants it. */
    value: z.string().optional(),
  }),
  retryLimit: 3,
  retryDelaySeconds: 5,
})

/** What arrives for a device that came in to be repaired ends the claim: there is nothing to send back. */
function eventOf(step: DeskStepName, { state, details }: ClaimOrder): DeviceClaimEvent {
  const isReplacement = step === 'delivered' && state === 'exchange_shipped' && details.isWithUs
  return isReplacement ? 'replacement_delivered' : deskSteps[step].event
}

type DeskWord = z.output<typeof deskJob.payload>

export function createDesk(
  deps: Pick<AreaDeps, 'database' | 'clock' | 'log'> & { commit: Commit },
) {
  const { database, clock, log, commit } = deps

  /** One word of the desk; said twice it changes nothing the second time. */
  const work = runJob(deskJob, (word) =>
    database.db.transaction().execute(async (tx) => {
      const { contractId, orderNo } = word
      await loadContract(tx, contractId, { lock: true })
      const order = await deviceClaim.find(tx, { contractId, orderNo })
      const event = eventOf(word.step, order)
      if (!deviceClaimStates.can(order.state, event, 'staff')) {
        log.warn({ orderNo, step: word.step, state: order.state }, 'claim step does not fit')
        return
      }
      await advance(tx, order, word, clock.now())
    }),
  )

  async function advance(tx: Db, order: ClaimOrder, { step, value }: DeskWord, now: Instant) {
    const { tells, days, kind, takes }: DeskStep = deskSteps[step]
    const event = eventOf(step, order)
    const by: By = { actor: 'staff', contractId: order.contract_id, now }
    const reached = deviceClaimStates.target(order.state, event)
    const occasion = reached === 'return_awaited' ? 'returnAwaited' : tells
    const limit = reached === 'return_awaited' ? 'claimReturnDays' : days
    const today = toTokyoDate(now)
    const expectedOn = limit === undefined ? null : addDays(today, ruleValue(limit, today))
    await commit.order(tx, by, {
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
      message: (told) => claimMessage(occasion, told, `-${told.order.version}`),
    })
  }

  /** What never came: photographs, the device to be repaired, the one to be sent back. */
  async function overdue(now: Instant) {
    const today = toTokyoDate(now)
    const waiting = await deviceClaim.findOpen(database.db, [
      'photographs_required',
      'awaiting_device',
      'return_awaited',
    ])
    for (const row of waiting) {
      if (row.expected_on === null || row.expected_on >= today) continue
      await database.db.transaction().execute(async (tx) => {
        const { contract_id: contractId, order_no: orderNo } = row
        await loadContract(tx, contractId, { lock: true })
        const order = await deviceClaim.find(tx, { contractId, orderNo })
        if (order.state !== row.state || order.expected_on !== row.expected_on) return
        const isReturn = order.state === 'return_awaited'
        await commit.order(
          tx,
          { actor: 'system', contractId, now },
          {
            procedure: deviceClaim,
            step: deviceClaim.advance(orderNo, {
              event: 'overdue',
              expectedOn: null,
              merge: { nextSteps: [] },
            }),
            audit: { action: isReturn ? 'device-claim-return-missing' : 'device-claim-lapsed' },
            message: (told) => claimMessage(isReturn ? 'returnMissing' : 'lapsed', told),
          },
        )
      })
    }
  }

  return { work, overdue }
}
