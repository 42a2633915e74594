import { conflict, type ErrorTable, failure } from './error-table.ts'

/** Of members' questions and the cases made of them. */
export const contactErrors = {
  TICKET_CLOSED: conflict(
    'このお問い合わせは終わっています。続きは、新しいお問い合わせとして書いてください。',
    'The ticket is closed, merged, or solved longer ago than it reopens',
  ),
  TICKET_WITHOUT_MEMBER: conflict(
    'どの会員のお問い合わせか、まだ記録されていません。先に会員をさがして記録してください。',
    'The ticket names no account to answer to',
  ),
  TICKETS_OF_TWO_MEMBERS: conflict(
    '別の会員のお問い合わせには、まとめられません。番号を確認してください。',
    'The tickets belong to different accounts, or are one and the same',
  ),
  MANDATE_MISSING: conflict(
    '会員の書面の委任が、2人で確認されていません。確認が済むまで、外部にはお答えできません。',
    'No written mandate of the member is confirmed by two people',
  ),
  MANDATE_SAME_PERSON: conflict(
    '委任を記録した人とは別の人が確認してください。',
    'Who noted the mandate cannot confirm it',
  ),
} as const satisfies ErrorTable

/** Of devices that are told by push. */
export const pushErrors = {
  PUSH_NOT_OFFERED: conflict(
    'いまはプッシュ通知を受け付けていません。お知らせは、マイページとメールでお送りします。',
    'The operator has set no keys for web push, or the login names no browser',
  ),
  PUSH_SERVICE_UNKNOWN: failure(
    422,
    'このブラウザーのプッシュ通知には対応していません。Chrome、Edge、Safari、Firefoxでお試しください。',
    'The address is not that of a known push service',
  ),
  PUSH_DEVICE_TAKEN: conflict(
    'この端末のプッシュ通知は、ほかのアカウントで使われています。画面を開き直してから、もう一度お試しください。',
    'The address belongs to another account or browser: the browser has to subscribe anew',
  ),
} as const satisfies ErrorTable
