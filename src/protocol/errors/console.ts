import { type ErrorTable, failure } from './error-table.ts'

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
