import { machine, type EventOf, type StateOf } from '../machine.ts'

/** Identity check by IC chip; voice lines need it (携帯電話不正利用防止法). The My Number is never stored. */
export const identityStates = machine({
  name: 'identity',
  title: '本人確認',
  initial: 'waiting',
  states: {
    not_required: { label: '不要', sentence: 'この手続きに本人確認は必要ありません。' },
    waiting: { label: '本人確認待ち', sentence: '本人確認書類の読み取りを始めてください。' },
    reading: { label: '読み取り中', sentence: '本人確認書類を読み取っています。' },
    matched: { label: '確認済み', sentence: '本人確認が完了しました。' },
    mismatch: {
      label: '内容が一致せず',
      sentence: '書類の内容とご登録の内容が一致しませんでした。',
    },
    unreadable: {
      label: '読み取れず',
      sentence: '書類を読み取れませんでした。もう一度お試しください。',
    },
    expired: {
      label: '期限切れ',
      sentence: '本人確認の有効時間が過ぎました。もう一度始めてください。',
    },
    manual: {
      label: '担当者が確認中',
      sentence: '担当者が確認しています。結果をメールでお知らせします。',
    },
  },
  events: {
    reading_started: ['member'],
    matched: ['system', 'staff'],
    mismatched: ['system', 'staff'],
    not_read: ['system'],
    time_ran_out: ['system'],
    retried: ['member'],
    handed_to_staff: ['member', 'staff', 'system'],
  },
  table: {
    not_required: {},
    waiting: { reading_started: 'reading', time_ran_out: 'expired', handed_to_staff: 'manual' },
    reading: {
      matched: 'matched',
      mismatched: 'mismatch',
      not_read: 'unreadable',
      time_ran_out: 'expired',
    },
    matched: {},
    mismatch: { retried: 'waiting', handed_to_staff: 'manual' },
    unreadable: { retried: 'waiting', handed_to_staff: 'manual' },
    expired: { retried: 'waiting', handed_to_staff: 'manual' },
    manual: { matched: 'matched', mismatched: 'mismatch' },
  },
})

export type IdentityState = StateOf<typeof identityStates>
export type IdentityEvent = EventOf<typeof identityStates>
