import { type StateWords, words } from '../state-words.ts'

/** 18歳未満の方の情報への同意 */
export const guardianConsentWords = {
  given: words('保護者の同意済み', '保護者の同意により、使う方の生年月日をお預かりしています。'),
  asked: words(
    '18歳：ご本人の同意の確認待ち',
    '使う方が18歳になりました。これからも生年月日をお預かりしてよいか、ご本人に確かめてお答えください。',
  ),
  confirmed: words(
    'ご本人の同意済み',
    '18歳になったご本人の同意により、生年月日をお預かりしています。',
  ),
  erased: words(
    '消去済み',
    '使う方の生年月日は消去しました。回線とフィルタリングは、そのままお使いいただけます。',
  ),
} as const satisfies Record<string, StateWords>
