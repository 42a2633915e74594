import { type StateWords, words } from '../state-words.ts'

/** 初期契約解除 */
export const initialCancellationStateWords = {
  not_applicable: words('対象外', 'このご契約は初期契約解除の対象ではありません。'),
  eligible: words('受付中', '契約書面を受け取った日から8日間、初期契約解除ができます。'),
  over: words('期間終了', '初期契約解除の期間が過ぎました。通常の解約はいつでもできます。'),
  submitted: words('申し出済み', '初期契約解除のお申し出を受け付けました。'),
  accepted: words('解除済み', '初期契約解除が完了しました。'),
} as const satisfies Record<string, StateWords>
