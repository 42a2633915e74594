import { machine, type EventOf, type StateOf } from '../machine.ts'

/**
 * The MNP reservation number of one voice line; it cannot be cancelled, only used or left to expire. A one-stop consent
 * lives as long as a number does: its receiver opens the line or it expires (ours).
 */
export const portOutStates = machine({
  name: 'port-out',
  title: '番号ポータビリティ転出',
  initial: 'none',
  states: {
    none: { label: '申し込みなし', sentence: 'MNP予約番号は発行されていません。' },
    requested: { label: '受付済み', sentence: 'MNP予約番号の発行を受け付けました。' },
    issuing: { label: '発行中', sentence: 'MNP予約番号を発行しています。' },
    issued: { label: '発行済み', sentence: '有効期限までに、移転先の事業者でお手続きください。' },
    ported_out: { label: '転出済み', sentence: '番号の転出が完了しました。' },
    expired: {
      label: '期限切れ',
      sentence: 'MNP予約番号の有効期限が過ぎました。この回線は引き続きご利用いただけます。',
    },
    cooldown: {
      label: '再発行待ち',
      sentence: '新しいMNP予約番号は、有効期限の翌々日から発行できます。',
    },
    refused: {
      label: '発行できず',
      sentence: 'MNP予約番号を発行できませんでした。理由を確認してください。',
    },
  },
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
  },
  table: {
    none: { requested: 'requested' },
    requested: { sent_to_carrier: 'issuing', refused: 'refused', consent_expired: 'expired' },
    issuing: { number_issued: 'issued', refused: 'refused', consent_expired: 'expired' },
    issued: { ported_out: 'ported_out', number_expired: 'expired' },
    ported_out: {},
    expired: { cooldown_started: 'cooldown', ported_out: 'ported_out' },
    cooldown: { cooldown_ended: 'none', ported_out: 'ported_out' },
    refused: { requested: 'requested' },
  },
})

export type PortOutState = StateOf<typeof portOutStates>
export type PortOutEvent = EventOf<typeof portOutStates>
