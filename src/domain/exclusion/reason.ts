import type { Blocker } from './matrix.ts'

/** Codes of refusal; each has its sentence on the wire. */
export const reasonCodes = [
  'SUSPENDED',
  'UNPAID',
  'CANCELLATION_BOOKED',
  'MNP_NUMBER_LIVE',
  'HANDOVER_OPEN',
  'KIND_CHANGE_OPEN',
  'SIM_ORDER_OPEN',
  'MNP_NUMBER_COOLDOWN',
  'CONTRACT_NOT_ACTIVE',
  'CONTRACT_ENDED',
  'LINE_NOT_ACTIVE',
  'LINE_LIMIT_REACHED',
  'PLAN_NOT_SHAREABLE',
  'BOOKED_PLAN_NOT_SHAREABLE',
  'NOT_VOICE_LINE',
  'NOTHING_BOOKED',
  'UNDO_LIMIT_PASSED',
  'INITIAL_CANCEL_PERIOD_OVER',
  'INITIAL_CANCEL_NOT_APPLICABLE',
  'INITIAL_CANCEL_SUBMITTED',
  'HIGH_SPEED_CHANGED_RECENTLY',
  'ALREADY_SUSPENDED',
  'NOT_SUSPENDED_AS_LOST',
  'PAPER_ALREADY_ORDERED',
  'DOCUMENT_NOT_READY',
  'PORT_OUT_LOCKED',
  'SIM_CHANGE_LOCKED',
  'TOP_UP_LOCKED',
  'LOCK_LIFTING',
  'SUCCESSION_OPEN',
  'ACCESS_DENIED',
] as const
export type ReasonCode = (typeof reasonCodes)[number]

export const blockerReasons: Readonly<Record<Blocker, ReasonCode>> = {
  suspended: 'SUSPENDED',
  unpaid: 'UNPAID',
  cancellationBooked: 'CANCELLATION_BOOKED',
  mnpNumberLive: 'MNP_NUMBER_LIVE',
  handoverOpen: 'HANDOVER_OPEN',
  kindChangeOpen: 'KIND_CHANGE_OPEN',
  simOrderOpen: 'SIM_ORDER_OPEN',
}

/** Reasons that pass by themselves. Every other reason lasts until somebody does something about it. */
export const passingReasons: readonly ReasonCode[] = [
  'KIND_CHANGE_OPEN',
  'SIM_ORDER_OPEN',
  'MNP_NUMBER_LIVE',
  'MNP_NUMBER_COOLDOWN',
  'HIGH_SPEED_CHANGED_RECENTLY',
  'LOCK_LIFTING',
]
