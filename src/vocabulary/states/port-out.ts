import { type StateWords, words } from '../state-words.ts'

/** 番号ポータビリティ転出 */
export const portOutStateWords = {
  none: words('申し込みなし', 'MNP予約番号は発行されていません。'),
  requested: words('受付済み', 'MNP予約番号の発行を受け付けました。'),
  issuing: words('発行中', 'MNP予約番号を発行しています。'),
  issued: words('発行済み', '有効期限までに、移転先の事業者でお手続きください。'),
  ported_out: words('転出済み', '番号の転出が完了しました。'),
  expired: words(
    '期限切れ',
    'MNP予約番号の有効期限が過ぎました。この回線は引き続きご利用いただけます。',
  ),
  cooldown: words('再発行待ち', '新しいMNP予約番号は、有効期限の翌々日から発行できます。'),
  voided: words('回線の終了により無効', '回線が終了したため、この転出の手続きは無効になりました。'),
  refused: words('発行できず', 'MNP予約番号を発行できませんでした。理由を確認してください。'),
} as const satisfies Record<string, StateWords>
