import type { StateWords } from '../state-words.ts'

/** 回線のご家族への譲渡 */
export const handoverStateWords = {
  none: { label: '手続きなし', sentence: 'ご家族にゆずる手続きはありません。' },
  offered: {
    label: '申し込み待ち',
    sentence: 'ご家族のお申し込みを待っています。回線はいままでどおりお使いいただけます。',
  },
  taken: {
    label: '審査中',
    sentence: 'ご家族からお申し込みがあり、担当者が内容を確認しています。',
  },
  due: {
    label: '切り替え待ち',
    sentence: '月が替わる0時に、回線の契約者が切り替わります。',
  },
  handed_over: {
    label: '完了',
    sentence: '回線の契約者が切り替わりました。',
  },
  withdrawn: {
    label: '取りやめ',
    sentence: '手続きを取りやめました。料金はかかりません。',
  },
  lapsed: {
    label: '期限切れ',
    sentence:
      '期限までにお申し込みがなかったため、手続きを終了しました。回線はそのままお使いいただけます。',
  },
  failed: {
    label: '切り替え不可',
    sentence: '回線を切り替えられなかったため、手続きを終了しました。料金はかかりません。',
  },
} as const satisfies Record<string, StateWords>
