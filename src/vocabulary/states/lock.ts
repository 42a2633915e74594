import { type StateWords, words } from '../state-words.ts'

/** お客さまが設定するロック */
export const lockStateWords = {
  off: words('設定していません', 'ロックは設定されていません。'),
  on: words('設定中', 'ロックを設定しています。'),
  lifting: words('解除待ち', '待ち時間が過ぎるとロックが外れます。それまでは取り消せます。'),
} as const satisfies Record<string, StateWords>
