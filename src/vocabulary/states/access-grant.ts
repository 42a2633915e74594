import type { StateWords } from '../state-words.ts'

/** 会員の記録を開くこと */
export const accessGrantStateWords = {
  open: { label: '開いています', sentence: '会員の記録を開いています。' },
  closed: { label: '閉じました', sentence: '担当者が記録を閉じました。' },
  expired: { label: '時間切れ', sentence: '時間が過ぎたため、記録を閉じました。' },
  revoked: { label: '取り消し', sentence: '記録を開く許可が取り消されました。' },
} as const satisfies Record<string, StateWords>
