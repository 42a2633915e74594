import type { StateWords } from '../state-words.ts'

/** 初期契約解除 */
export const initialCancellationStateWords = {
  not_applicable: { label: '対象外', sentence: 'このご契約は初期契約解除の対象ではありません。' },
  eligible: {
    label: '受付中',
    sentence: '契約書面を受け取った日から8日間、初期契約解除ができます。',
  },
  over: {
    label: '期間終了',
    sentence: '初期契約解除の期間が過ぎました。通常の解約はいつでもできます。',
  },
  submitted: { label: '申し出済み', sentence: '初期契約解除のお申し出を受け付けました。' },
  accepted: { label: '解除済み', sentence: '初期契約解除が完了しました。' },
} as const satisfies Record<string, StateWords>
