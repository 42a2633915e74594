import type { SuspensionReason } from '#vocabulary/suspension.ts'
import { contractStateWords } from '#vocabulary/states/contract.ts'
import { machine, type Actor, type EventOf, type StateOf } from '../machine.ts'

/** A suspended contract stays so while its cancellation is booked: the booking has its own table. */
export const contractStates = machine({
  name: 'contract',
  title: '契約',
  initial: 'applied',
  states: contractStateWords,
  events: {
    identity_requested: ['system'],
    identity_passed: ['system', 'staff'],
    identity_failed: ['system', 'staff'],
    application_lapsed: ['system'],
    application_accepted: ['system', 'staff'],
    application_withdrawn: ['member', 'staff'],
    opening_failed: ['carrier', 'system', 'staff'],
    preparation_started: ['system'],
    sim_shipped: ['carrier'],
    activation_started: ['member', 'system'],
    service_started: ['carrier'],
    suspended: ['member', 'staff', 'system'],
    resumed: ['member', 'staff', 'system'],
    resumed_before_end: ['member', 'staff', 'system'],
    cancellation_booked: ['member', 'staff'],
    cancellation_undone: ['member', 'staff'],
    last_day_ended: ['system'],
    terminated_unpaid: ['system'],
    initially_cancelled: ['member', 'staff'],
    last_line_ported_out: ['carrier', 'system'],
  },
  terminal: ['terminated', 'initial_cancelled', 'ported_out', 'rejected', 'withdrawn', 'expired'],
  table: {
    applied: {
      identity_requested: 'id_check',
      application_accepted: 'accepted',
      application_lapsed: 'expired',
      identity_failed: 'rejected',
    },
    id_check: {
      identity_passed: 'accepted',
      identity_failed: 'rejected',
      application_lapsed: 'expired',
    },
    accepted: {
      preparation_started: 'preparing',
      application_withdrawn: 'withdrawn',
      opening_failed: 'rejected',
      initially_cancelled: 'initial_cancelled',
    },
    preparing: {
      sim_shipped: 'shipped',
      activation_started: 'activating',
      application_withdrawn: 'withdrawn',
      opening_failed: 'rejected',
      initially_cancelled: 'initial_cancelled',
    },
    shipped: {
      activation_started: 'activating',
      service_started: 'active',
      opening_failed: 'rejected',
      initially_cancelled: 'initial_cancelled',
    },
    activating: {
      service_started: 'active',
      opening_failed: 'rejected',
      initially_cancelled: 'initial_cancelled',
    },
    active: {
      suspended: 'suspended',
      cancellation_booked: 'cancel_reserved',
      initially_cancelled: 'initial_cancelled',
      last_line_ported_out: 'ported_out',
    },
    suspended: {
      resumed: 'active',
      resumed_before_end: 'cancel_reserved',
      cancellation_booked: 'suspended',
      cancellation_undone: 'suspended',
      last_day_ended: 'terminated',
      terminated_unpaid: 'terminated',
      initially_cancelled: 'initial_cancelled',
      last_line_ported_out: 'ported_out',
    },
    cancel_reserved: {
      suspended: 'suspended',
      cancellation_undone: 'active',
      last_day_ended: 'terminated',
      terminated_unpaid: 'terminated',
      initially_cancelled: 'initial_cancelled',
      last_line_ported_out: 'ported_out',
    },
  },
})

export type ContractState = StateOf<typeof contractStates>
export type ContractEvent = EventOf<typeof contractStates>

type SuspensionRule = {
  readonly label: string
  readonly sentence: string
  readonly suspendedBy: readonly Actor[]
  readonly resumedBy: readonly Actor[]
}

/** Why a contract or a line is suspended, and who may suspend and resume it for that reason. */
export const suspensions: Readonly<Record<SuspensionReason, SuspensionRule>> = {
  unpaid: {
    label: '料金のお支払いが確認できないため',
    sentence: 'お支払いが済むと、すぐに再開します。',
    suspendedBy: ['system', 'staff'],
    resumedBy: ['system', 'staff'],
  },
  lost: {
    label: '紛失・盗難のお申し出のため',
    sentence: '見つかったときは、マイページからすぐに再開できます。',
    suspendedBy: ['member', 'staff'],
    resumedBy: ['member', 'staff'],
  },
  fraud: {
    label: '不正利用の疑いがあるため',
    sentence: '再開にはお問い合わせでの確認が必要です。',
    suspendedBy: ['system', 'staff'],
    resumedBy: ['staff'],
  },
}
