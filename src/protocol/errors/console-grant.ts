import { type ErrorTable, conflict, failure } from './error-table.ts'

/** Of opening members' records at the staff's console; staff read them. */
export const consoleGrantErrors = {
  GRANT_OVER: conflict(
    'この記録を開いている時間は終わりました。お問い合わせからもう一度開いてください。',
    'The grant is closed, expired or revoked, or another person opened it',
  ),
  PART_NOT_SHOWN: failure(
    403,
    'いまの用件では、ここは表示できません。お電話のときは、先に相手を確認してください。',
    'The grant does not show this part or field',
  ),
  OWN_NUMBER: failure(
    403,
    'ご自身やご家族の記録は開けません。ほかの担当者に引き継いでください。',
    'The member has a number that this person of the staff declared',
  ),
  TICKET_OF_ANOTHER: conflict(
    'このお問い合わせは、別の会員のものです。番号を確認してください。',
    'The ticket names another account',
  ),
  SEARCH_UNREADABLE: failure(
    422,
    'さがすものを読み取れません。電話番号、契約の番号、メールアドレス、受付番号、お問い合わせ番号、または「フリガナ 生年月日」（例：スズキ ハナコ 1985-04-02）を入力してください。',
    'The search is none of the kinds there are',
  ),
  CALLER_NOT_PROVED: conflict(
    '先に、お電話の方がご本人かどうかを確認してください。',
    'The caller is not proved, not even weakly',
  ),
  NO_CODE_ISSUED: conflict(
    '使える番号がありません。お客さまにマイページで番号を出していただくか、登録の連絡先に送ってください。',
    'No code of this account is open for this purpose',
  ),
  CONTACT_CHANGED_LATELY: conflict(
    'この連絡先は7日以内に変更されたため、番号を送れません。別の方法で確認してください。',
    'The contact was changed within the last seven days',
  ),
  CONTACT_MISSING: conflict(
    'この方法で送れる連絡先の登録がありません。別の方法で確認してください。',
    'No such contact is registered, or it takes no text message',
  ),
  LETTER_WITHOUT_DATE: conflict(
    '消印の日が記録されている書面の件ではありません。書面として受け付け直し、消印の日を入れてください。',
    'The case is no letter, or the day of its postmark is not noted',
  ),
  BY_MEMBER_ALONE: failure(
    403,
    'この手続きは、代理ではできません。「この画面をお客さまに送る」で、お客さまご自身にお願いしてください。',
    'The operation is not one that staff do on behalf',
  ),
  CONFIRMED_BY_ANOTHER: conflict(
    'この手続きを承った方、お電話の相手を確認した方は、確認できません。ほかの担当者に渡してください。',
    'Who asked for it on behalf, opened the case or proved the caller confirms nothing of it',
  ),
  PROOF_LOCKED: conflict(
    '照合の誤りが5回続いたため、本日はこの会員の照合を行えません。マイページの番号か、登録の連絡先に送る番号で確認してください。',
    'Five wrong answers today for this account',
  ),
} as const satisfies ErrorTable
