import { portOutStateWords } from '#vocabulary/states/port-out.ts'
import { machine, type EventOf, type StateOf } from '../machine.ts'

/**
 * The MNP reservation number of one voice line; it cannot be cancelled, only used or left to expire. A one-stop consent
 * is valid as long as a number: the receiving carrier opens the line or it expires (ours).
 */
export const portOutStates = machine({
  name: 'port-out',
  title: '番号ポータビリティ転出',
  initial: 'none',
  states: portOutStateWords,
  events: {
    requested: ['member', 'staff'],
    sent_to_carrier: ['system'],
    number_issued: ['carrier'],
    refused: ['carrier', 'system'],
    ported_out: ['carrier'],
    number_expired: ['system'],
    consent_expired: ['system'],
    cooldown_started: ['system'],
    cooldown_ended: ['system'],
    line_ended: ['system'],
  },
  terminal: ['ported_out', 'voided'],
  table: {
    none: { requested: 'requested' },
    requested: {
      sent_to_carrier: 'issuing',
      refused: 'refused',
      consent_expired: 'expired',
      line_ended: 'voided',
    },
    issuing: {
      number_issued: 'issued',
      refused: 'refused',
      consent_expired: 'expired',
      line_ended: 'voided',
    },
    issued: { ported_out: 'ported_out', number_expired: 'expired', line_ended: 'voided' },
    expired: { cooldown_started: 'cooldown', ported_out: 'ported_out', line_ended: 'voided' },
    cooldown: { cooldown_ended: 'none', ported_out: 'ported_out', line_ended: 'voided' },
    refused: { requested: 'requested' },
  },
})

export type PortOutState = StateOf<typeof portOutStates>
export type PortOutEvent = EventOf<typeof portOutStates>
