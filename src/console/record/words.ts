import type { DeadlineKind } from '#vocabulary/deadline.ts'

/** What happens on the next date. */
export const deadlineWords: Readonly<Record<DeadlineKind, string>> = {
  cutOff: '手続きの締め切り',
  undoLimit: '取り消しの期限',
  dataExpiry: 'データの期限',
  takesEffect: '変更の適用',
  charge: '引き落とし',
  suspension: '利用停止',
  termination: '契約の終了',
  numberExpiry: 'MNP予約番号の期限',
  delivery: 'お届け',
  switchOver: '切り替え',
  identityExpiry: '本人確認の期限',
  initialCancelEnd: '初期契約解除の期限',
  documentKept: '書面を見られる期限',
  warrantyEnd: '端末保証の終わり',
}

export const loginResultWords = {
  signedIn: 'ログイン',
  refused: '失敗',
  signedOut: 'ログアウト',
  expired: '時間切れ',
} as const

export const actorWords = {
  member: '会員',
  staff: 'スタッフ',
  system: '自動',
  carrier: '回線網',
} as const
