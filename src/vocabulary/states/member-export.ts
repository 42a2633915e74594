import { type StateWords, words } from '../state-words.ts'

/** 情報の持ち出し */
export const memberExportStateWords = {
  none: words('申し込みなし', '情報の持ち出しは申し込まれていません。'),
  gathering: words('準備中', 'ファイルを準備しています。'),
  failed: words(
    '作成できませんでした',
    'ファイルを作成できませんでした。もう一度お申し込みください。',
  ),
  ready: words('ダウンロードできます', 'ファイルをダウンロードできます。'),
} as const satisfies Record<string, StateWords>
