import type { StateWords } from '../state-words.ts'

/** パスキー */
export const passkeyStateWords = {
  active: { label: '使えます', sentence: 'ご本人の確認に使えます。' },
  stopped: {
    label: '止めています',
    sentence:
      '複製されたおそれがあるため、このパスキーを止めました。消してから、新しいパスキーを追加してください。',
  },
  removed: { label: '消しました', sentence: 'このパスキーは消されています。' },
} as const satisfies Record<string, StateWords>
