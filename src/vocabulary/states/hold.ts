import { type StateWords, words } from '../state-words.ts'

/** 安全のための保留 */
export const holdStateWords = {
  held: words('保留中', '時刻まで手続きを進めずに待っています。'),
  needs_confirmation: words(
    '確認待ち',
    '担当者の代理による手続きで、別の担当者の確認を待っています。',
  ),
  watched: words('止められる', '手続きは進んでいますが、お知らせのリンクから止められます。'),
  released: words('進んだ', '保留の時間が過ぎ、手続きが進みました。'),
  stopped: words('止めた', '会員のお申し出により止めました。'),
  lapsed: words('確認されず終わった', '時刻までに別の担当者が確認しなかったため、取りやめました。'),
  withdrawn: words('取りやめた', '手続きが別のかたちで終わりました。'),
} as const satisfies Record<string, StateWords>
