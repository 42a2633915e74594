import type { StateWords } from '../state-words.ts'

/** 安全のための保留 */
export const holdStateWords = {
  held: { label: '保留中', sentence: '時刻まで手続きを進めずに待っています。' },
  needs_confirmation: {
    label: '確認待ち',
    sentence: '担当者の代理による手続きで、別の担当者の確認を待っています。',
  },
  watched: {
    label: '止められる',
    sentence: '手続きは進んでいますが、お知らせのリンクから止められます。',
  },
  released: { label: '進んだ', sentence: '保留の時間が過ぎ、手続きが進みました。' },
  stopped: { label: '止めた', sentence: '会員のお申し出により止めました。' },
  lapsed: {
    label: '確認されず終わった',
    sentence: '時刻までに別の担当者が確認しなかったため、取りやめました。',
  },
  withdrawn: { label: '取りやめた', sentence: '手続きが別のかたちで終わりました。' },
} as const satisfies Record<string, StateWords>
