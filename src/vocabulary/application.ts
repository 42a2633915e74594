import { namesOf, type StateWords, words } from './state-words.ts'

/** What an applicant is asked, one question a page, in this order; the second group once a line. */
export const applicationStepLabels = {
  plan: 'データ容量と回線数',
  kind: 'SIMの種別',
  sim: 'SIMのタイプ',
  number: '電話番号',
  user: '使う方',
  options: 'オプション',
  account: 'アカウント',
  holder: 'ご契約者',
  identity: '本人確認',
  card: 'お支払い',
  terms: '重要事項',
  confirm: '最終確認',
} as const
export type ApplicationStep = keyof typeof applicationStepLabels
export const applicationSteps = namesOf(applicationStepLabels)

/** Asked of each line. */
export const lineSteps = ['kind', 'sim', 'number', 'user'] as const satisfies ApplicationStep[]
export type LineStep = (typeof lineSteps)[number]
export const isLineStep = (step: ApplicationStep): step is LineStep =>
  lineSteps.some((one) => one === step)

/** Where the number of a line comes from: a new one, one brought along by reservation number or at the old carrier's page, or that of a line handed over in the family. */
export const numberSources = ['new', 'reservation', 'oneStop', 'handover'] as const
export type NumberSource = (typeof numberSources)[number]
export const numberSourceLabels: Readonly<Record<NumberSource, string>> = {
  new: '新しい電話番号',
  reservation: 'いまの電話番号を移す（MNP予約番号）',
  oneStop: 'いまの電話番号を移す（ワンストップ）',
  handover: 'ご家族の回線を譲り受ける',
}

/** Who uses a line: the holder, or a member of the family. */
export const lineUsers = ['holder', 'family'] as const
export type LineUser = (typeof lineUsers)[number]
export const lineUserLabels: Readonly<Record<LineUser, string>> = {
  holder: 'ご契約者ご本人',
  family: 'ご家族',
}

export const genders = ['male', 'female', 'other'] as const
export type Gender = (typeof genders)[number]
export const genderLabels: Readonly<Record<Gender, string>> = {
  male: '男性',
  female: '女性',
  other: '回答しない',
}

/** 新規の申し込み */
export const applicationStateWords = {
  open: words('入力中', 'まだお申し込みは完了していません。'),
  submitted: words('受付済み', 'お申し込みを受け付けました。'),
  in_review: words(
    '審査中',
    '担当者がお申し込みの内容を確認しています。結果はメールでお知らせします。',
  ),
  accepted: words(
    '手続き中',
    'お申し込みをお受けしました。開通までの進み具合を、回線ごとにご案内します。',
  ),
  fulfilled: words('開通済み', '開通が完了しました。マイページからご利用ください。'),
  rejected: words(
    'お受けできませんでした',
    '恐れ入りますが、今回のお申し込みはお受けできませんでした。料金はかかりません。',
  ),
  withdrawn: words('取り消し済み', 'お申し込みを取り消しました。料金はかかりません。'),
  lapsed: words(
    '期限切れ',
    '最後の入力から時間がたったため、お申し込みを終了し、入力された内容を削除しました。',
  ),
  discarded: words('中止', 'お申し込みを中止し、入力された内容を削除しました。'),
} as const satisfies Record<string, StateWords>
