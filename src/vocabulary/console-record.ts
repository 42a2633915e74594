/**
 * Words of opening a member's record at the staff's console: how a caller is proved, what is shown field by field, and
 * which reading looks unusual.
 */

/** For what a code is given: who calls, or one thing that is secret by law (電気通信事業法4条). */
export const proofPurposes = {
  caller: 'お電話の方の確認',
  calls: '通話の明細を見せる',
  dailyUse: '日ごとの利用量を見せる',
  seenDevice: '利用中の端末を見せる',
} as const

export type ProofPurpose = keyof typeof proofPurposes

/** What only a code for just that opens, or a legal paper and two people. */
export const secretParts = ['calls', 'dailyUse', 'seenDevice'] as const satisfies readonly Exclude<
  ProofPurpose,
  'caller'
>[]
export type SecretPart = (typeof secretParts)[number]

export const proofWays = {
  mypage: 'マイページの番号',
  mail: '登録メールに送った番号',
  sms: '登録電話に送った番号',
  answers: '電話番号・カナ氏名・生年月日の照合',
} as const

export type ProofWay = keyof typeof proofWays

/** How sure it is that the member calls: weak shows nothing. */
export const proofStrengths = ['none', 'weak', 'strong'] as const
export type ProofStrength = (typeof proofStrengths)[number]

/** Fields by which the member is reached. */
export const contactFields = {
  number: '電話番号（回線）',
  phone: '連絡先の電話番号',
  mail: 'メールアドレス',
  address: '住所',
} as const

export type ContactField = keyof typeof contactFields

/** Fields that an identity document is compared with. */
export const identityFields = {
  name: '氏名',
  kana: 'フリガナ',
  birth: '生年月日',
} as const

export type IdentityField = keyof typeof identityFields

export type RevealField = ContactField | IdentityField

/** By what a member is searched. */
export const searchKinds = {
  number: '電話番号',
  contract: '契約の番号',
  mail: 'メールアドレス',
  order: '受付番号',
  ticket: 'お問い合わせ番号',
  person: 'フリガナと生年月日',
} as const

export type SearchKind = keyof typeof searchKinds

/** Why an opening of a record, or a search, is listed to who looks after personal data. */
export const unusualReasons = {
  noAct: '開いたあと、何もしていません',
  manyGrants: '1時間に10件以上開いています',
  manyReaders: '同じ会員を3人以上が開いています',
  atNight: '夜間に開いています',
  misses: '検索で5回以上見つかっていません',
  sameName: '会員と同じ姓です',
  ownNumber: '本人・家族の番号を開こうとしました',
  limit: '上限を超えて検索・表示しようとしました',
} as const

export type UnusualReason = keyof typeof unusualReasons

/** Steps of my page that staff can send a member to: filled in, for the member to confirm. */
export const linkSteps = {
  pay: '未払いの料金のお支払い',
  card: 'カード情報の変更',
  planSize: 'データ容量の変更',
  topUp: 'データチャージ',
  option: 'オプションのお申し込み・解約',
  simAdd: 'SIMの追加',
  simChange: 'SIMの再発行・変更',
  lost: '紛失・盗難のときの回線の停止',
  portOut: 'MNP転出',
  handover: '回線をご家族にゆずる',
  cancellation: '解約',
  initialCancel: '初期契約解除',
  deviceClaim: '修理・交換の請求',
  documents: '契約書面',
  userEdit: 'お客さま情報の変更',
  lock: '手続きロック',
} as const

export type LinkStep = keyof typeof linkSteps

/** What is wrong with a member's contract, the most urgent first. */
export const wrongKinds = {
  suspended: 'ご利用を停止しています',
  unpaid: '未払いの請求があります',
  outage: '障害・メンテナンスの対象です',
  succession: '承継のお申し出があります',
  hold: '保留中のお申し込みがあります',
  finding: '確認が必要な事項があります',
  mailFailing: '登録のメールアドレスに届いていません',
  lock: '手続きロックを設定しています',
} as const

export type WrongKind = keyof typeof wrongKinds
