import type { StateWords } from '../state-words.ts'

/** オプション */
export const optionStateWords = {
  available: { label: '申し込めます', sentence: 'お申し込みいただけます。' },
  active: { label: 'ご利用中', sentence: 'ご利用いただけます。' },
  cancel_requested: { label: '解約受付済み', sentence: '月末まではご利用いただけます。' },
  ended: { label: '終了', sentence: 'このオプションは終了しました。' },
} as const satisfies Record<string, StateWords>
