import { type StateWords, words } from './state-words.ts'

/** What becomes of the contract of a person who has died. */
export const successionRequests = ['take_over', 'end'] as const
export type SuccessionRequest = (typeof successionRequests)[number]
export const successionRequestLabels: Readonly<Record<SuccessionRequest, string>> = {
  take_over: 'ご契約を引き継ぐ',
  end: 'ご契約を解約する',
}

export const relations = ['spouse', 'child', 'parent', 'sibling', 'grandchild', 'other'] as const
export type Relation = (typeof relations)[number]
export const relationLabels: Readonly<Record<Relation, string>> = {
  spouse: '配偶者',
  child: '子',
  parent: '父母',
  sibling: '兄弟姉妹',
  grandchild: '孫',
  other: 'その他の相続人',
}

/** What an heir who takes over is asked for, in this order; ending a contract asks for no card. */
export const successionSteps = ['contract', 'heir', 'identity', 'documents', 'card'] as const
export type SuccessionStep = (typeof successionSteps)[number]
export const successionStepLabels: Readonly<Record<SuccessionStep, string>> = {
  contract: '亡くなった方のご契約',
  heir: 'お手続きをする方',
  identity: '本人確認',
  documents: '書類',
  card: 'お支払いのカード',
}

/** Any one of these is enough where it shows the death and, where the contract is taken over, the relation. */
export const successionPapers = [
  '戸籍謄本（戸籍全部事項証明書）',
  '除籍謄本（除籍全部事項証明書）',
  '死亡診断書の写し',
  '住民票の除票',
  '法定相続情報一覧図の写し',
] as const

/** As what a paper is stored. */
export const successionFileKinds = ['pdf', 'jpeg'] as const
export type SuccessionFileKind = (typeof successionFileKinds)[number]

/** 承継（ご契約者が亡くなったときの名義変更） */
export const successionStateWords = {
  draft: words('入力中', 'まだ受け付けていません。期限はありません。'),
  submitted: words('書類の確認中', '書類を確認しています。結果はメールでお知らせします。'),
  documents_requested: words('書類のお願い', '確認のために、ほかの書類をお願いしています。'),
  announced: words(
    'ご契約者への確認中',
    '書類の確認が済みました。ご契約者の連絡先にお知らせし、72時間お待ちしています。その時刻になると、お手続きが進みます。',
  ),
  accepted: words('完了', 'お手続きが完了しました。'),
  rejected: words('受付不可', 'お手続きをお受けできませんでした。'),
  withdrawn: words('取り下げ済み', 'お手続きを取り下げました。'),
  stopped: words(
    '中止',
    'ご契約者からのお申し出により、お手続きを中止しました。お心当たりがないときは、窓口でご相談ください。',
  ),
  lapsed: words('終了', '書類をお送りいただけないまま6か月が過ぎたため、お手続きを終了しました。'),
} as const satisfies Record<string, StateWords>
