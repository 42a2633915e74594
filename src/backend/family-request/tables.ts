import { column, internal, key, ofContract, said, sealed, table } from '#backend/table.ts'
import type { FamilyRequestState } from '#domain/family-request/request-states.ts'
import {
  type RequestAnswer,
  requestAnswerLabels,
  type RequestKind,
  requestKindLabels,
} from '#vocabulary/family-request.ts'
import type { OptionCode } from '#vocabulary/option.ts'
import { familyRequestStateWords } from '#vocabulary/states/family-request.ts'
import { noteAad, replyAad } from './rows.ts'

export const familyRequestTables = [
  /** What the user of a line asked the holder for, and what came of it. */
  table('family_request', ofContract('ご家族からのお願い', 'settings'), {
    request_id: key<string>(),
    line_id: internal<string>(),
    role_id: internal<string>(),
    account_id: internal<string>(),
    holder_account_id: internal<string>(),
    kind: column<RequestKind>(said('お願い', requestKindLabels)),
    option_code: column<OptionCode | null>('オプション'),
    note_sealed: sealed<string | null, { request_id: string }>({
      aad: (row) => noteAad(row.request_id),
      title: 'ひとこと',
    }),
    state: column<FamilyRequestState>(said('状態', familyRequestStateWords)),
    asked_at: column<Temporal.Instant>('お願いした日時'),
    expires_at: column<Temporal.Instant>('返事の期限'),
    answer: column<RequestAnswer | null>({
      title: '返事',
      show: (answer) => (answer === null ? null : requestAnswerLabels[answer]),
    }),
    answered_role_id: internal<string | null>(),
    reply_sealed: sealed<string | null, { request_id: string }>({
      aad: (row) => replyAad(row.request_id),
      title: '返事のひとこと',
    }),
    order_no: column<string | null>('受付番号'),
    ended_at: column<Temporal.Instant | null>('終わった日時'),
  }),
]
