import { type StateWords, words } from '../state-words.ts'

/** ご家族からのお願い */
export const familyRequestStateWords = {
  open: words('待ち', '返事を待っています。'),
  granted: words('もらえました', 'お願いがかないました。'),
  declined: words('今回は見送り', '今回は、見送りになりました。'),
  withdrawn: words('取り消し', 'お願いを取り消しました。'),
  expired: words('時間切れ', '返事がないまま、時間が過ぎました。'),
  closed: words('終了', '回線か役割が終わったため、お願いも終わりました。'),
} as const satisfies Record<string, StateWords>
