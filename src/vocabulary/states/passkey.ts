import { type StateWords, words } from '../state-words.ts'

/** パスキー */
export const passkeyStateWords = {
  active: words('使えます', 'ご本人の確認に使えます。'),
  stopped: words(
    '止めています',
    '複製されたおそれがあるため、このパスキーを止めました。消してから、新しいパスキーを追加してください。',
  ),
  removed: words('消しました', 'このパスキーは消されています。'),
} as const satisfies Record<string, StateWords>
