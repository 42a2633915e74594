import { type StateWords, words } from '../state-words.ts'

/** 端末の登録 */
export const deviceRegisterStateWords = {
  none: words('登録なし', 'まだ登録されていません。'),
  checking: words(
    '確認中',
    'この回線のSIMが入っている端末を確認しています。終わりしだいお知らせします。',
  ),
  registered: words('登録済み', '端末を登録しました。保証の対象です。'),
  refused: words('登録できず', '端末を登録できませんでした。料金や契約は変わりません。'),
  withdrawn: words('取り下げ済み', '登録のお申し込みを取り下げました。'),
} as const satisfies Record<string, StateWords>

/** 端末の修理・交換の請求 */
export const deviceClaimStateWords = {
  none: words('請求なし', '請求は受け付けていません。'),
  assessing: words(
    '確認中',
    '内容を確認しています。修理か交換か、端末の送り方を、3営業日以内にお知らせします。',
  ),
  photographs_required: words('写真待ち', '内容を確認するために、端末の写真をお送りください。'),
  awaiting_device: words(
    '端末の到着待ち',
    '修理をお受けします。ご案内の送り先へ、端末をお送りください。送料はかかりません。',
  ),
  repairing: words('修理中', '端末が届きました。修理しています。'),
  repair_shipped: words('返送済み', '修理が終わり、端末を発送しました。'),
  exchange_preparing: words('交換品の準備中', '交換をお受けします。交換品を準備しています。'),
  exchange_shipped: words('交換品を発送済み', '交換品を発送しました。'),
  return_awaited: words(
    '返送待ち',
    '交換品をお届けしました。14日以内に、故障した端末をお送りください。送料はかかりません。',
  ),
  return_missing: words(
    '返送を確認できず',
    '故障した端末がまだ届いていません。お早めにお送りください。',
  ),
  closed: words('完了', '修理・交換が完了しました。'),
  refused: words('お受けできず', '修理・交換をお受けできませんでした。'),
  lapsed: words(
    '期限切れ',
    '期限までに必要なものが届かなかったため、受け付けを終えました。もう一度請求できます。',
  ),
  withdrawn: words('取り下げ済み', '請求を取り下げました。回数には数えません。'),
} as const satisfies Record<string, StateWords>
