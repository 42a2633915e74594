import type { StateWords } from '../state-words.ts'

/** 端末の登録 */
export const deviceRegisterStateWords = {
  none: { label: '登録なし', sentence: 'まだ登録されていません。' },
  checking: {
    label: '確認中',
    sentence: 'この回線のSIMが入っている端末を確認しています。終わりしだいお知らせします。',
  },
  registered: { label: '登録済み', sentence: '端末を登録しました。保証の対象です。' },
  refused: {
    label: '登録できず',
    sentence: '端末を登録できませんでした。料金や契約は変わりません。',
  },
  withdrawn: { label: '取り下げ済み', sentence: '登録のお申し込みを取り下げました。' },
} as const satisfies Record<string, StateWords>

/** 端末の修理・交換の請求 */
export const deviceClaimStateWords = {
  none: { label: '請求なし', sentence: '請求は受け付けていません。' },
  assessing: {
    label: '確認中',
    sentence: '内容を確認しています。修理か交換か、端末の送り方を、3営業日以内にお知らせします。',
  },
  photographs_required: {
    label: '写真待ち',
    sentence: '内容を確認するために、端末の写真をお送りください。',
  },
  awaiting_device: {
    label: '端末の到着待ち',
    sentence: '修理をお受けします。ご案内の送り先へ、端末をお送りください。送料はかかりません。',
  },
  repairing: { label: '修理中', sentence: '端末が届きました。修理しています。' },
  repair_shipped: { label: '返送済み', sentence: '修理が終わり、端末を発送しました。' },
  exchange_preparing: {
    label: '交換品の準備中',
    sentence: '交換をお受けします。交換品を準備しています。',
  },
  exchange_shipped: { label: '交換品を発送済み', sentence: '交換品を発送しました。' },
  return_awaited: {
    label: '返送待ち',
    sentence:
      '交換品をお届けしました。14日以内に、故障した端末をお送りください。送料はかかりません。',
  },
  return_missing: {
    label: '返送を確認できず',
    sentence: '故障した端末がまだ届いていません。お早めにお送りください。',
  },
  closed: { label: '完了', sentence: '修理・交換が完了しました。' },
  refused: { label: 'お受けできず', sentence: '修理・交換をお受けできませんでした。' },
  lapsed: {
    label: '期限切れ',
    sentence:
      '期限までに必要なものが届かなかったため、受け付けを終えました。もう一度請求できます。',
  },
  withdrawn: { label: '取り下げ済み', sentence: '請求を取り下げました。回数には数えません。' },
} as const satisfies Record<string, StateWords>
