import { column, key, ofAccount, said, table } from '#backend/table.ts'
import { type NoticeKind, noticeKindLabels } from '#vocabulary/notice.ts'

export const noticeTables = [
  /** What the member has chosen; a kind without a row goes where the rules say. */
  table('notice_setting', ofAccount('お知らせの設定', 'account'), {
    account_id: key<string>(),
    kind: column<NoticeKind>(said('種類', noticeKindLabels)),
    mail: column<boolean>('メール'),
    sms: column<boolean>('SMS'),
    changed_at: column<Temporal.Instant>('変えた日時'),
  }),
]
