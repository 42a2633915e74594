import { type ErrorTable, conflict } from './error-table.ts'

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
