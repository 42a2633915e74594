import type { StateWords } from '../state-words.ts'

/** ご家族からのお願い */
export const familyRequestStateWords = {
  open: { label: '待ち', sentence: '返事を待っています。' },
  granted: { label: 'もらえました', sentence: 'お願いがかないました。' },
  declined: { label: '今回は見送り', sentence: '今回は、見送りになりました。' },
  withdrawn: { label: '取り消し', sentence: 'お願いを取り消しました。' },
  expired: { label: '時間切れ', sentence: '返事がないまま、時間が過ぎました。' },
  closed: { label: '終了', sentence: '回線か役割が終わったため、お願いも終わりました。' },
} as const satisfies Record<string, StateWords>
