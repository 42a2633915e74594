import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { defineJob } from '#backend/jobs/queue.ts'
import type { RuleKey } from '#domain/catalogue/rules.ts'
import { deviceClaimStates, type DeviceClaimEvent } from '#domain/device/claim-states.ts'
import { claimSteps } from '#vocabulary/console-queue.ts'
import { claimRefusalReasons, type ClaimRefusalReason } from '#vocabulary/device.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import type { ClaimOccasion } from '../messages.ts'
import { deviceClaim, type ClaimOrder } from '../procedure.ts'
import { findPhotographs, openPhotograph, storyAad } from '../rows.ts'

/** What staff decide of a claim (npm run claims), and what follows from it. */
export const deskSteps = {
  photographs: {
    event: 'photographs_asked',
    occasion: 'photographsAsked',
    days: 'claimPhotographDays',
  },
  repair: {
    event: 'repair_approved',
    occasion: 'repairApproved',
    days: 'claimSendDays',
    kind: 'repair',
  },
  exchange: { event: 'exchange_approved', occasion: 'exchangeApproved', kind: 'exchange' },
  refuse: { event: 'refused', occasion: 'refused', takes: 'reason' },
  arrived: { event: 'device_arrived', occasion: 'deviceArrived' },
  repaired: { event: 'repair_shipped', occasion: 'repairShipped', takes: 'tracking' },
  sent: { event: 'exchange_shipped', occasion: 'exchangeShipped', takes: 'tracking' },
  delivered: { event: 'delivered', occasion: 'closed' },
  returned: { event: 'return_arrived', occasion: 'closed' },
} as const satisfies Record<string, DeskStep>

export type DeskStep = {
  readonly event: DeviceClaimEvent
  readonly occasion: ClaimOccasion
  /** How long the member has for what comes next. */
  readonly days?: RuleKey
  readonly kind?: 'repair' | 'exchange'
  readonly takes?: 'reason' | 'tracking'
}
export type DeskStepName = keyof typeof deskSteps

/** What can be decided of a claim in this state. */
export const deskStepsIn = (state: ClaimOrder['state']): DeskStepName[] =>
  namesOf(claimSteps).filter((step) => deviceClaimStates.can(state, deskSteps[step].event, 'staff'))

export const isDeskStep = (text: string): text is DeskStepName => Object.hasOwn(deskSteps, text)
export const isRefusalReason = (text: string): text is ClaimRefusalReason =>
  Object.hasOwn(claimRefusalReasons, text)

/** Sent by the tool of staff and run by the worker, which has the keys and the mail. */
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

/** The open claims, those whose date is next first. */
export async function openClaims(db: Db): Promise<ClaimOrder[]> {
  const open = await deviceClaim.findOpen(db, deviceClaimStates.states)
  return open
    .map(deviceClaim.read)
    .toSorted((a, b) => ((a.expected_on ?? '9') < (b.expected_on ?? '9') ? -1 : 1))
}

/** @throws RangeError for a number that no open claim has. */
export async function openClaim(db: Db, orderNo: string): Promise<ClaimOrder> {
  const found = (await openClaims(db)).find(({ order_no }) => order_no === orderNo)
  if (found === undefined) throw new RangeError(`There is no open claim ${orderNo}`)
  return found
}

/** What staff read before they decide: the member's words and pictures. */
export async function readClaim(db: Db, sealing: Sealing, claim: ClaimOrder) {
  const { contract_id: contractId, order_no: orderNo, details } = claim
  const rows = await findPhotographs(db, contractId, orderNo)
  const photographs = await Promise.all(
    rows.map(({ photograph_id: id }) => openPhotograph(db, sealing, contractId, id, 'whole')),
  )
  return { story: sealing.open(storyAad(details.claimId), details.storySealed), photographs }
}
