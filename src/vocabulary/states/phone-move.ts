import type { StateWords } from '../state-words.ts'

/** 新しいスマホへの移行 */
export const phoneMoveStateWords = {
  none: { label: '申し込みなし', sentence: 'まだ申し込まれていません。' },
  id_check: { label: 'ご本人の確認待ち', sentence: 'ご本人の確認を済ませてください。' },
  requested: {
    label: '準備中',
    sentence: '新しいスマホに入れるeSIMを準備しています。いまのスマホはそのまま使えます。',
  },
  profile_ready: {
    label: '読み取り待ち',
    sentence: '新しいスマホでコードを読み取ってください。いまのスマホはそのまま使えます。',
  },
  downloaded: {
    label: '読み取り済み',
    sentence:
      '新しいスマホがコードを読み取りました。電波を確かめています。いまのスマホはそのまま使えます。',
  },
  seen: {
    label: '切り替えできます',
    sentence: '新しいスマホの電波を確かめました。切り替えると、新しいスマホで使えます。',
  },
  switching: { label: '切り替え中', sentence: '切り替えています。数分お待ちください。' },
  switched: {
    label: '新しいスマホで使えます',
    sentence: '新しいスマホに切り替わりました。24時間は、元のスマホに戻せます。',
  },
  rolling_back: {
    label: '元に戻しています',
    sentence: '元のスマホに戻しています。数分お待ちください。',
  },
  rolled_back: {
    label: '元に戻しました',
    sentence: '元のスマホに戻しました。料金はかかりません。',
  },
  completed: { label: '完了', sentence: '新しいスマホへの移行が完了しました。' },
  withdrawn: {
    label: '取りやめ',
    sentence: '移行を取りやめました。いまのスマホをそのままお使いください。料金はかかりません。',
  },
  expired: {
    label: '期限切れ',
    sentence:
      '期限までに切り替えられなかったため、移行を終了しました。いまのスマホはそのまま使えます。料金はかかりません。',
  },
  failed: {
    label: '手続きできず',
    sentence: '移行を完了できませんでした。いまのスマホはそのまま使えます。料金はかかりません。',
  },
  voided: {
    label: '回線の終了により終了',
    sentence: '回線が終了したため、この移行の手続きは終わりました。',
  },
} as const satisfies Record<string, StateWords>
