import type { StateWords } from '../state-words.ts'

/** 適格請求書 */
export const invoiceStateWords = {
  none: { label: '未確定', sentence: '請求が確定すると発行できます。' },
  reviewable: { label: '発行できます', sentence: '内容を確認して発行できます。' },
  issued: {
    label: '発行済み',
    sentence: '発行済みです。再発行したものには「再発行」と表示されます。',
  },
  corrected: { label: '修正済み', sentence: '修正した適格請求書を新しい番号で発行しました。' },
} as const satisfies Record<string, StateWords>
