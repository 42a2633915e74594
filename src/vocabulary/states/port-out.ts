import type { StateWords } from '../state-words.ts'

/** 番号ポータビリティ転出 */
export const portOutStateWords = {
  none: { label: '申し込みなし', sentence: 'MNP予約番号は発行されていません。' },
  requested: { label: '受付済み', sentence: 'MNP予約番号の発行を受け付けました。' },
  issuing: { label: '発行中', sentence: 'MNP予約番号を発行しています。' },
  issued: { label: '発行済み', sentence: '有効期限までに、移転先の事業者でお手続きください。' },
  ported_out: { label: '転出済み', sentence: '番号の転出が完了しました。' },
  expired: {
    label: '期限切れ',
    sentence: 'MNP予約番号の有効期限が過ぎました。この回線は引き続きご利用いただけます。',
  },
  cooldown: {
    label: '再発行待ち',
    sentence: '新しいMNP予約番号は、有効期限の翌々日から発行できます。',
  },
  voided: {
    label: '回線の終了により無効',
    sentence: '回線が終了したため、この転出の手続きは無効になりました。',
  },
  refused: {
    label: '発行できず',
    sentence: 'MNP予約番号を発行できませんでした。理由を確認してください。',
  },
} as const satisfies Record<string, StateWords>
