import type { StateWords } from '../state-words.ts'

/** 家族の役割 */
export const familyRoleStateWords = {
  invited: { label: '招待中', sentence: 'ご家族の承諾を待っています。' },
  active: { label: '利用中', sentence: 'ご家族がマイページをお使いになれます。' },
  withdrawn: { label: '取り消し', sentence: '招待を取り消しました。' },
  expired: { label: '期限切れ', sentence: '承諾がないまま、招待の期限が過ぎました。' },
  ended: { label: '終了', sentence: '役割は終わりました。' },
} as const satisfies Record<string, StateWords>
