import { conflict, type ErrorTable, failure } from './error-table.ts'

/** Of the staff's console: read by staff, never by a member. */
export const consoleErrors = {
  ROLE_MISSING: failure(
    403,
    'この操作は、いまの役割では行えません。担当の役割の方に引き継いでください。',
    'None of the roles of this person may do the act',
  ),
  STAFF_DIRECTORY_AWAY: failure(
    503,
    '社員名簿のシステムに役割を確認できないため、この操作はいま行えません。数分後にもう一度お試しください。',
    'The groups were last read too long ago for a guarded act',
  ),
  AUDIT_SEARCH_EMPTY: failure(
    422,
    'スタッフ、受付番号、契約番号のどれか1つを入力してください。',
    'A search of the audit names nothing to search by',
  ),
} as const satisfies ErrorTable

/** Of the queues of the staff's console. */
export const consoleQueueErrors = {
  QUEUE_ITEM_GONE: conflict(
    'この件は一覧からなくなりました。ほかの担当者が処理したか、ひとりでに解決しています。一覧を開き直してください。',
    'The item is not in its queue any more',
  ),
  QUEUE_ITEM_DECIDED: conflict(
    'この件はすでに決定されています。取り消せるのは、決定から1分以内です。',
    'The item has a decision that waits or is being carried out',
  ),
  QUEUE_ACT_UNFIT: conflict(
    'この件は今の状態では、そのように処理できません。内容を確かめて、選び直してください。',
    'The act does not fit the item as it is',
  ),
  PAPER_UNREADABLE: conflict(
    'このファイルは壊れているか、PDFでも写真でもないため、開けません。会員に送り直しをお願いしてください。',
    'A stored file is neither a PDF nor a JPEG',
  ),
  QUEUE_FILTER_UNKNOWN: failure(
    400,
    'この絞り込みは使えなくなりました。絞り込みを外して、開き直してください。',
    'The filter names something that the queue does not have',
  ),
  DECISION_CARRIED_OUT: conflict(
    'この決定はすでに実行されたか、取り消されています。',
    'The decision waits no more',
  ),
} as const satisfies ErrorTable

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

/** Of operations that two people of the staff do. */
export const approvalErrors = {
  NOTHING_WAITS: conflict(
    'この項目は、もう対応を待っていません。一覧を開き直してください。',
    'Nothing waits for this decision any more',
  ),
  APPROVAL_OPEN: conflict(
    '同じ内容の提案が、すでに承認を待っています。「承認」の一覧で確認してください。',
    'The same operation is proposed for the same thing',
  ),
  APPROVAL_OVER: conflict(
    'この提案はすでに決まったか、期限が過ぎています。一覧を開き直してください。',
    'The proposal is no longer open',
  ),
  APPROVAL_SAME_PERSON: conflict(
    '提案した本人は承認できません。別の人に依頼してください。',
    'The approver has proposed it',
  ),
  APPROVAL_INVOLVED: conflict(
    'このお問い合わせを受けた人や、電話の相手を確認した人は承認できません。別の人に依頼してください。',
    'The approver has opened the case or proved the caller',
  ),
  OUTAGE_OVER: conflict(
    'この障害・工事はすでに終わっています。新しく掲載してください。',
    'The outage is over or was called off',
  ),
  APPROVAL_NOBODY_ELSE: conflict(
    '承認できる人がほかにいないため、提案できません。責任者に相談してください。',
    'Nobody else has a role that approves it',
  ),
} as const satisfies ErrorTable
