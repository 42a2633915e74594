import { type StateWords, words } from '../state-words.ts'

/** 回線の上限 */
export const lineCapStateWords = {
  within: words('上限の内', '上限に届いていません。'),
  reached: words('上限に到達', '上限に届いたため、低速で通信しています。'),
  lifted: words('解除済み', '上限による低速は終わりました。'),
} as const satisfies Record<string, StateWords>
