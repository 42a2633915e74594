import { type StateWords, words } from '../state-words.ts'

/** 家族の役割 */
export const familyRoleStateWords = {
  invited: words('招待中', 'ご家族の承諾を待っています。'),
  active: words('利用中', 'ご家族がマイページをお使いになれます。'),
  withdrawn: words('取り消し', '招待を取り消しました。'),
  expired: words('期限切れ', '承諾がないまま、招待の期限が過ぎました。'),
  ended: words('終了', '役割は終わりました。'),
} as const satisfies Record<string, StateWords>
